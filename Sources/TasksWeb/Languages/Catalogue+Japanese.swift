extension Catalogue {
    static let japanese = Catalogue(
        .japanese,
        site: Site(
            skipToContent: "本文へ移動",
            mainNavigation: "メインメニュー",
            tasks: "タスク",
            claims: "ユーザー情報",
            sessions: "セッション",
            profile: "プロフィール",
            signedInAs: "サインイン中：",
            signOut: "サインアウト",
            language: "言語",
            keys: "キーボードショートカット"),
        welcome: Welcome(
            title: "サインイン",
            heading: "あなたのタスクを、あなたの鍵で。",
            lead: "やりたいことを、落ち着いたひとつのリストに。お持ちのアカウントでサインインすれば、すぐに使えます。",
            signIn: "サインイン",
            createAccount: "アカウントを作成",
            facebook: "Facebookで続行",
            forgotPassword: "パスワードをお忘れですか？",
            pictureHeading: "今日",
            pictureCount: "残り3件",
            pictureFirst: "6月のフェリーを予約",
            pictureDone: "合鍵を受け取る",
            pictureSecond: "おばあちゃんに電話",
            pictureThird: "トマトに水やり"),
        accounts: Accounts(
            continueAs: "{name}として続行",
            useAnother: "別のアカウントを使用",
            forget: "このブラウザーのアカウントの記憶を消去",
            offer: "このブラウザーのサインインページに自分のアカウントを表示",
            offerExplanation:
                "次回からは、アカウントをクリックするだけでサインインを始められます。このブラウザーを開いた人にはアカウントが見えますが、それだけではサインインできません。",
            stopOffering: "今後は表示しない",
            stopOfferingExplanation: "このブラウザーのサインインページにアカウントが表示されています。次にこのブラウザーを開いた人にも見えます。"),
        tasks: Tasks(
            heading: "タスク",
            newTask: "新しいタスク",
            placeholder: "何をしますか？",
            add: "追加",
            show: "表示",
            all: "すべて",
            active: "未完了",
            completed: "完了",
            completeAll: "すべて完了にする",
            reopenAll: "すべて未完了に戻す",
            clearCompleted: "完了したタスクを削除",
            left: .other("残り{count}件"),
            moreThanLeft: .other("残り{count}件超"),
            count: .other("タスク{count}件"),
            moreThan: .other("タスク{count}件超"),
            complete: "完了にする：",
            reopen: "未完了に戻す：",
            delete: "削除：",
            edit: "編集",
            taskText: "タスクの内容",
            save: "保存",
            cancel: "キャンセル",
            deleteTask: "タスクを削除",
            gone: "このタスクはもうありません。別のウィンドウまたは別の端末で削除されました。",
            deleted: "「{task}」を削除しました",
            undo: "元に戻す",
            pasteQuestion: "1行ごとに別のタスクとして追加しますか？（{count}行）",
            pasteEach: "1行ずつ追加",
            pasteOne: "1つのタスクとして追加",
            noConnection: "接続できません。内容を確認してから、もう一度お試しください。",
            allDone: Emptiness(heading: "すべて完了", text: "残っているタスクはありません。ひと息つくか、上の欄から次のタスクを追加してください。"),
            noneActive: Emptiness(heading: "未完了のタスクはありません", text: "これから行うタスクがここに表示されます。上の欄から追加してください。"),
            noneCompleted: Emptiness(heading: "完了したタスクはまだありません", text: "タスクにチェックを付けると、ここに表示されます。"),
            none: Emptiness(heading: "まっさらなリスト", text: "最初に思い浮かんだことを書いて、Enterキーを押してください。"),
            noMore: Emptiness(heading: "これ以上タスクはありません", text: "リストの最後です。"),
            pages: "ページ",
            toStart: "最初に戻る",
            more: "次のページ",
            newAtEnd: "新しいタスクはリストの最後に追加されます。"),
        pendingForm: PendingForm(
            heading: "操作の途中でサインアウトされました。{question}",
            add: "このタスクを追加しますか？",
            change: "タスクをこの内容に変更しますか？",
            complete: "タスクを完了にしますか？",
            reopen: "タスクを未完了に戻しますか？",
            delete: "タスクを削除しますか？",
            deleteNamed: "このタスクを削除しますか？",
            completeAll: "すべてのタスクを完了にしますか？",
            reopenAll: "すべてのタスクを未完了に戻しますか？",
            clearCompleted: "完了したタスクを削除しますか？",
            confirm: "はい、実行します",
            discard: "いいえ、破棄します"),
        claims: Claims(
            heading: "ユーザー情報",
            lead: "このセッションでIDプロバイダーから受け取った、あなたに関する情報です。",
            idToken: "IDトークンの内容",
            userInfo: "UserInfoの内容",
            claim: "項目",
            value: "値"),
        sessions: Sessions(
            heading: "セッション",
            lead: "サインイン中の場所の一覧です。心当たりのないものや、もう使わないものは終了してください。",
            current: "このセッション",
            signedIn: "サインイン",
            lastUsed: "最終利用",
            time: "{time} UTC",
            browserOn: "{browser}（{system}）",
            unknownBrowser: "不明なブラウザー",
            signOutHere: "ここでサインアウト",
            end: "終了",
            endNamed: "セッションを終了：{browser}、{time}にサインイン",
            endOthers: "他をすべて終了"),
        keys: Keys(
            heading: "キーボードショートカット",
            lead: "スクリプトが有効なとき、タスクのページで使えます。",
            newTask: "新しいタスクを書く",
            help: "この一覧を表示",
            save: "入力内容を保存",
            cancel: "編集を取り消す",
            close: "閉じる",
            switchOff: "n と ? を無効にする"),
        signedOut: SignedOut(
            title: "サインアウト",
            heading: "サインアウトしました",
            signedInHeading: "サインインしています",
            lead: "セッションは終了し、鍵をかけました。このコンピューターを他の人も使う場合は、ブラウザーのウィンドウも閉じてください。",
            signInAgain: "もう一度サインイン"),
        repost: Repost(
            title: "サインイン中",
            heading: "サインインしています",
            lead: "少々お待ちください。画面が変わらない場合は「続行」を押してください。",
            proceed: "続行"),
        errorPage: ErrorPage(
            status: "ステータス",
            draftHeading: "入力した内容は残っています",
            mayBeSaved:
                "タスクは保存されている可能性があります。もう一度試す前に、一覧を確認してください。",
            task: "タスク",
            tryAgain: "もう一度試す",
            toCopy: "入力した内容（コピー用）",
            reference: "お問い合わせ番号",
            toSignIn: "もう一度サインインする",
            toTasks: "タスクに戻る",
            toStart: "最初のページへ",
            toSessions: "セッション一覧へ",
            toProviderSignOut: "IDプロバイダーからもサインアウト"),
        errors: Errors(
            refusedByAPIAgain: Notice(
                heading: "タスクサービスを利用できません",
                message: "サインインはできていますが、やり直してもタスクサービスに拒否されます。サービスの管理者による確認が必要です。"),
            entraVersion1TokenRefused: Notice(
                heading: "タスクサービスを利用できません",
                message: """
                    サインインはできていますが、アクセストークンが Microsoft Entra の v1 トークン（発行者 https://sts.windows.net/…）であるため、\
                    タスクサービスに拒否されます。サービスの管理者が、タスク API の登録のマニフェストで requestedAccessTokenVersion を 2 に設定する必要があります。
                    """
            ),
            forged: Notice(
                heading: "このフォームは古くなっています",
                message: "現在のセッションのものではないため、何も変更していません。ページを再読み込みして、もう一度お試しください。"),
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
            signInFailed: Notice(heading: "サインインできませんでした", message: "{reason}もう一度お試しいただけます。"),
            notAdmitted: Notice(
                heading: "このアカウントでは利用できません",
                message:
                    "IDプロバイダーへのサインインはできましたが、このサイトはお使いのアカウントでは利用できません。別のアカウントでサインインするか、サイトの管理者にお問い合わせください。"
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
            internalFault: Notice(
                heading: "問題が発生しました",
                message: "こちら側の不具合です。しばらくしてからもう一度お試しください。解消しない場合は、下のお問い合わせ番号をお知らせください。"),
            wrongMethod: Notice(heading: "ここではその操作はできません", message: "このアドレスはその種類のリクエストを受け付けていません。"),
            tooLarge: Notice(heading: "データが大きすぎます", message: "送信された内容が64 KiBを超えています。減らして送信してください。"),
            badRequest: Notice(
                heading: "このリクエストは処理できません", message: "前のページに戻り、再読み込みしてからもう一度お試しください。"),
            serverFault: Notice(heading: "問題が発生しました", message: "こちら側の不具合です。しばらくしてからもう一度お試しください。")),
        input: Input(
            empty: "まず、やることを入力してください。",
            tooLong: "タスクは{limit}文字以内で入力してください。短くするか、2つに分けてください。",
            containsNull: "タスクにNUL文字を含めることはできません。取り除いてください。",
            emptied: "内容が空です。やることを入力するか、タスクを削除してください。",
            nothingToChange: "フォームにタスクの内容も完了の状態も含まれていません。",
            noTaskNamed: "フォームにどのタスクかが含まれていません。",
            noCompletion: "フォームにタスクの完了の状態が含まれていません。",
            badCompletion: "完了の状態は「true」または「false」のどちらかです。",
            refusedByAPI: "タスクサービスが受け付けませんでした。内容を変えて、もう一度お試しください。"),
        signIn: SignIn(
            notCompleted: "サインインが完了しませんでした。",
            signInAgain: "IDプロバイダーがもう一度サインインすることを求めています。",
            interactionRequiredAgain:
                "このサインインの直後に、IDプロバイダーが再びサインインを求めています。1分ほど待ち、解消しない場合はサイトの管理者に問い合わせてください。",
            untrustworthyResponse: "IDプロバイダーの応答は信頼できるものではありませんでした。",
            unverifiable: "IDプロバイダーから届いたあなたの情報を検証できませんでした。",
            unknownToProvider: "IDプロバイダーにこのサインインの記録がもうありません。",
            refused: "IDプロバイダーがサインインを拒否しました（{code}）。",
            accountLocked: "アカウントがロックされています。しばらく待つか、管理者に問い合わせてください。",
            providerBusy: "IDプロバイダーが混み合っています。",
            unreadableLink: "このページを開いたリンクを読み取れません。",
            unreadableResponse: "IDプロバイダーの応答を読み取れません。",
            otherProvider: "このページを開いたリンクは、別のIDプロバイダーを指定しています。"))
}
