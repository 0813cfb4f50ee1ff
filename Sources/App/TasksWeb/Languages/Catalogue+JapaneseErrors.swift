extension Catalogue {
    static let japaneseErrors = Errors(
        refusedByAPIAgain: Notice(
            heading: "タスクサービスを利用できません",
            message: "サインインはできていますが、やり直してもタスクサービスに拒否されます。サービスの管理者による確認が必要です。"),
        stepUpRequiredAgain: Notice(
            heading: "タスクサービスがより強力な、または新しいサインインを求めています",
            message: "サインインし直しましたが、IDプロバイダーはタスクサービスが求める確認を行いませんでした。サイトの管理者による確認が必要です。送信したフォームは10分間保存されます。"
        ),
        entraVersion1TokenRefused: Notice(
            heading: "タスクサービスを利用できません",
            message: """
                サインインはできていますが、アクセストークンが Microsoft Entra の v1 トークン（発行者 https://sts.windows.net/…）であるため、\
                タスクサービスに拒否されます。サービスの管理者が、タスク API の登録のマニフェストで requestedAccessTokenVersion を 2 に設定する必要があります。
                """
        ),
        forged: Notice(
            heading: "このフォームは古くなっています",
            message: "現在のセッションのものではないため、何も変更していません。タスクの画面から、もう一度お試しください。"),
        notAForm: Notice(
            heading: "フォームではありません",
            message: "送信された内容をフォームとして読み取れません。ページを再読み込みして、もう一度お試しください。"),
        invalidInput: Notice(heading: "保存できません", message: "{reason}"),
        forbidden: Notice(
            heading: "この操作は許可されていません",
            message: "タスクサービスがこの操作を許可していません。サービスの管理者に利用許可を依頼してください。"),
        noSuchTask: Notice(
            heading: "このタスクはもうありません", message: "別のウィンドウまたは別の端末で削除された可能性があります。"),
        noSuchSession: Notice(heading: "このセッションは終了しています", message: "すでに終了しているか、あなたのセッションではありません。"),
        noSuchPage: Notice(
            heading: "ページが見つかりません", message: "このアドレスには何もありません。アドレスを確認するか、最初からやり直してください。"),
        sessionTooLarge: Notice(
            heading: "サインインの情報が大きすぎます",
            message: "IDプロバイダーから届く情報が、ブラウザーのCookieに収まりません。プロバイダーの管理者が情報を減らす必要があります。"),
        providerUnavailable: Notice(
            heading: "IDプロバイダーを利用できません",
            message: "IDプロバイダーに接続できないか、正しい応答がありません。サインインしたままですので、しばらくしてからもう一度お試しください。"),
        providerUnavailableAtSignIn: Notice(
            heading: "IDプロバイダーを利用できません",
            message: "IDプロバイダーに接続できないか、正しい応答がないため、サインインできませんでした。しばらくしてからもう一度お試しください。"),
        unusableTokens: Notice(
            heading: "IDプロバイダーから正しい応答がありません",
            message: "サインインしたままです。しばらくしてからもう一度お試しください。解消しない場合は、サインインし直してください。"),
        apiUnavailable: Notice(
            heading: "タスクサービスを利用できません",
            message: "タスクサービスに接続できないか、正しい応答がありません。サインインしたままですので、しばらくしてからもう一度お試しください。"),
        providerTimedOut: Notice(
            heading: "IDプロバイダーの応答に時間がかかっています",
            message: "IDプロバイダーから時間内に応答がありませんでした。サインインしたままですので、しばらくしてからもう一度お試しください。"),
        providerTimedOutAtSignIn: Notice(
            heading: "IDプロバイダーの応答に時間がかかっています",
            message: "IDプロバイダーから時間内に応答がなかったため、サインインできませんでした。しばらくしてからもう一度お試しください。"),
        apiTimedOut: Notice(
            heading: "タスクサービスの応答に時間がかかっています",
            message: "タスクサービスから時間内に応答がありませんでした。サインインしたままですので、しばらくしてからもう一度お試しください。"),
        unknownSignIn: Notice(
            heading: "このサインインを完了できません",
            message: "IDプロバイダーの応答が、このブラウザーで進行中のどのサインインとも一致しません。次のいずれかが原因です。もう一度サインインしてください。"),
        unknownSignInCauses: [
            "開始から10分以上が経過しています。",
            "ページの再読み込みや「戻る」操作などにより、すでに使用されています。",
            "別のブラウザーまたはプライベートウィンドウで開始されています。",
            "このブラウザーからCookieが返ってきません。Cookieがブロックされているか、サイトをhttpとhttpsの両方で開いています。",
        ],
        unknownSignInWhileSignedIn: Notice(
            heading: "このサインインを完了できません",
            message: "すでに使用されたか、古くなっています。サインインしたままで、何も変わっていません。そのままタスクを続けられます。"),
        signInLoop: Notice(
            heading: "サインインが繰り返されています",
            message:
                "このブラウザーは1分間に10回を超えてサインインしたため、ここで停止しました。1分待ってから、もう一度お試しください。再び起こる場合は、サイトの管理者が次のいずれかを修正する必要があります。"),
        signInLoopCauses: [
            "時計：サイトまたはそのサーバーの時計がずれているため、サインインが始まると同時に終了しています。",
            "スキーム：httpsで設定されたサイトをhttpで開いているか、その逆のため、Cookieが返ってきません。",
            "ドメイン：設定とは異なる名前でサイトを開いています。",
            "タスクサービス：新しいものも含め、すべてのサインインを拒否しています。",
        ],
        signInLimit: Notice(
            heading: "サインインの回数が多すぎます",
            message: "1日のサインイン回数が上限に達したため、新しいセッションを開始できません。すでにサインインしているブラウザーには影響ありません。明日もう一度お試しください。"),
        signInFailed: Notice(heading: "サインインできませんでした", message: "{reason}もう一度お試しいただけます。"),
        notAdmitted: Notice(
            heading: "このアカウントでは利用できません",
            message:
                "IDプロバイダーへのサインインはできましたが、このサイトはお使いのアカウントでは利用できません。別のアカウントでサインインするか、サイトの管理者にお問い合わせください。"
        ),
        refusedAtProvider: Notice(
            heading: "IDプロバイダーでサインインできませんでした",
            message: """
                サインインがIDプロバイダーで拒否されたか、取り消されました。別のアカウントでサインインするか、下のお問い合わせ番号を添えて\
                サイトの管理者にお問い合わせください。
                """
        ),
        claimLeftOut: Notice(
            heading: "このサイトが確認する情報をIDプロバイダーが省略しました",
            message: """
                アカウントの{claim}の値が多すぎてトークンに収まりません。サイトの管理者は、アプリケーションに割り当てられたグループだけを送るようにIDプロバイダーを設定するか、\
                代わりにアプリロールを使う必要があります。
                """
        ),
        misconfigured: Notice(
            heading: "サインインの設定に誤りがあります",
            message: "IDプロバイダーがこのサイトを拒否しています。サイトの管理者が設定「{setting}」を修正する必要があります。"),
        storeUnavailable: Notice(
            heading: "現在ご利用いただけません", message: "セッションの記録に接続できません。しばらくしてからもう一度お試しください。"),
        signedOutHereOnly: Notice(
            heading: "このブラウザーではサインアウトしました",
            message: "セッションの記録に接続できないため、セッションのCookieの複製があっても、まだすべての場所では拒否できません。接続が回復すれば、数秒後に自動的に拒否されます。"),
        signedOutInMemoryOnly: Notice(
            heading: "このブラウザーではサインアウトしました",
            message: """
                セッションの記録に接続できず、サインアウトをディスクに保存することもできませんでした。サインアウトはこのサイトの現在のプロセスでのみ有効です。接続が回復する前にプロセスが終了すると、\
                セッションのCookieの複製がある場合、再び受け入れられます。
                """
        ),
        providerBusy: Notice(heading: "IDプロバイダーが混み合っています", message: "数分後にもう一度お試しください。"),
        siteBusy: Notice(
            heading: "リクエストが多すぎます",
            message: "お使いのアカウント、またはサイト全体からのリクエストが多すぎるため、処理できませんでした。何も変更されていません。しばらくしてからもう一度お試しください。"),
        internalFault: Notice(
            heading: "問題が発生しました",
            message: "こちら側の不具合です。しばらくしてからもう一度お試しください。解消しない場合は、下のお問い合わせ番号をお知らせください。"),
        wrongMethod: Notice(heading: "ここではその操作はできません", message: "このアドレスはその種類のリクエストを受け付けていません。"),
        tooLarge: Notice(heading: "データが大きすぎます", message: "送信された内容が64 KiBを超えています。減らして送信してください。"),
        badRequest: Notice(
            heading: "このリクエストは処理できません", message: "前のページに戻り、再読み込みしてからもう一度お試しください。"),
        serverFault: Notice(heading: "問題が発生しました", message: "こちら側の不具合です。しばらくしてからもう一度お試しください。"))
}
