extension Catalogue {
    static let czech = Catalogue(
        .czech,
        site: Site(
            skipToContent: "Přejít k obsahu",
            mainNavigation: "Hlavní navigace",
            tasks: "Úkoly",
            claims: "Údaje",
            sessions: "Relace",
            profile: "Profil",
            signedInAs: "Přihlášený uživatel:",
            signOut: "Odhlásit se",
            language: "Jazyk",
            keys: "Klávesové zkratky"),
        welcome: Welcome(
            title: "Přihlášení",
            heading: "Vaše úkoly pod vaším vlastním klíčem.",
            lead: "Jeden přehledný seznam všeho, co máte v plánu. Přihlaste se účtem, který už máte, a je tu.",
            signIn: "Přihlásit se",
            createAccount: "Vytvořit účet",
            facebook: "Pokračovat přes Facebook",
            forgotPassword: "Zapomněli jste heslo?",
            pictureHeading: "Dnes",
            pictureCount: "Zbývají 3",
            pictureFirst: "Rezervovat trajekt na červen",
            pictureDone: "Vyzvednout náhradní klíče",
            pictureSecond: "Zavolat zpátky babičce",
            pictureThird: "Zalít rajčata"),
        accounts: Accounts(
            continueAs: "Pokračovat jako {name}",
            useAnother: "Použít jiný účet",
            forget: "Zapomenout účty v tomto prohlížeči",
            offer: "Nabízet můj účet na přihlašovací stránce v tomto prohlížeči",
            offerExplanation: """
                Příště začne přihlášení jedním kliknutím na váš účet. Kdo otevře tento prohlížeč, účet tam uvidí, ale \
                jen s ním se nepřihlásí.
                """,
            stopOffering: "Už nenabízet",
            stopOfferingExplanation:
                "Váš účet se nabízí na přihlašovací stránce v tomto prohlížeči. Kdo jej otevře po vás, může účet vidět."
        ),
        tasks: Tasks(
            heading: "Úkoly",
            newTask: "Nový úkol",
            placeholder: "Co je potřeba udělat?",
            add: "Přidat",
            show: "Zobrazit",
            all: "Všechny",
            active: "Nedokončené",
            completed: "Dokončené",
            completeAll: "Dokončit všechny",
            reopenAll: "Znovu otevřít všechny",
            clearCompleted: "Smazat dokončené",
            left: .oneFewOther(one: "Zbývá {count} úkol", few: "Zbývají {count} úkoly", other: "Zbývá {count} úkolů"),
            moreThanLeft: .oneFewOther(
                one: "Zbývá více než {count} úkol", few: "Zbývá více než {count} úkoly",
                other: "Zbývá více než {count} úkolů"),
            count: .oneFewOther(one: "{count} úkol", few: "{count} úkoly", other: "{count} úkolů"),
            moreThan: .oneFewOther(
                one: "Více než {count} úkol", few: "Více než {count} úkoly", other: "Více než {count} úkolů"),
            complete: "Dokončit:",
            reopen: "Znovu otevřít:",
            delete: "Smazat:",
            edit: "Upravit",
            taskText: "Text úkolu",
            save: "Uložit",
            cancel: "Zrušit",
            deleteTask: "Smazat úkol",
            gone: "Tento úkol už neexistuje: byl smazán v jiném okně nebo na jiném zařízení.",
            deleted: "Úkol „{task}“ byl smazán",
            undo: "Vrátit zpět",
            pasteQuestion: "Přidat každý řádek jako samostatný úkol? ({count})",
            pasteEach: "Každý zvlášť",
            pasteOne: "Jako jeden úkol",
            noConnection: "Chybí připojení. Než to zkusíte znovu, podívejte se, co se změnilo.",
            allDone: Emptiness(
                heading: "Vše hotovo", text: "Nic už nezbývá. Užijte si to, nebo nahoře přidejte další úkol."),
            noneActive: Emptiness(
                heading: "Nic nezbývá", text: "Tady se objeví úkoly, které čekají na dokončení. Přidejte nějaký nahoře."
            ),
            noneCompleted: Emptiness(heading: "Zatím nic dokončeného", text: "Odškrtněte úkol a najdete ho tady."),
            none: Emptiness(
                heading: "Prázdný seznam", text: "Napište první věc, která vás napadne, a stiskněte Enter."),
            noMore: Emptiness(heading: "Žádné další úkoly", text: "Jste na konci seznamu."),
            pages: "Stránky",
            toStart: "Zpět na začátek",
            more: "Další úkoly",
            newAtEnd: "Nové úkoly přibývají na konci seznamu.",
            download: "Stáhnout úkoly",
            downloadJSON: "Úkoly jako JSON"),
        pendingForm: PendingForm(
            heading: "Bylo třeba se znovu přihlásit. {question}",
            add: "Přidat tento úkol?",
            change: "Změnit úkol takto?",
            complete: "Označit úkol jako dokončený?",
            reopen: "Znovu otevřít úkol?",
            delete: "Smazat úkol?",
            deleteNamed: "Smazat tento úkol?",
            completeAll: "Označit všechny úkoly jako dokončené?",
            reopenAll: "Znovu otevřít všechny úkoly?",
            clearCompleted: "Smazat dokončené úkoly?",
            confirm: "Ano, provést",
            discard: "Ne, zahodit"),
        claims: Claims(
            heading: "Údaje",
            lead: "Co o vás v této relaci uvádí přihlašovací služba.",
            idToken: "Z ID tokenu",
            userInfo: "Z UserInfo",
            claim: "Údaj",
            value: "Hodnota"),
        sessions: Sessions(
            heading: "Relace",
            lead: "Tady všude jste přihlášeni. Ukončete, co neznáte nebo už nepoužíváte.",
            current: "tato relace",
            signedIn: "Přihlášeno",
            lastUsed: "naposledy použito",
            time: "{time} UTC",
            browserOn: "{browser} ({system})",
            unknownBrowser: "Neznámý prohlížeč",
            signOutHere: "Odhlásit se zde",
            end: "Ukončit",
            endNamed: "Ukončit relaci: {browser}, přihlášeno {time}",
            endOthers: "Ukončit všechny ostatní",
            more: "Další relace"),
        keys: Keys(
            heading: "Klávesové zkratky",
            lead: "Platí na stránce s úkoly, pokud jsou povoleny skripty.",
            newTask: "Napsat nový úkol",
            help: "Zobrazit tyto zkratky",
            save: "Uložit, co je napsáno",
            cancel: "Zrušit úpravu",
            close: "Zavřít",
            switchOff: "Vypnout n a ?"),
        signedOut: SignedOut(
            title: "Odhlášení",
            heading: "Jste odhlášeni",
            signedInHeading: "Jste přihlášeni",
            lead: """
                Vaše relace skončila a dveře jsou zamčené. Pokud tento počítač používají i jiní, zavřete také okno \
                prohlížeče.
                """,
            signInAgain: "Znovu se přihlásit"),
        repost: Repost(
            title: "Přihlašování",
            heading: "Přihlašujeme vás",
            lead: "Okamžik, prosím. Pokud se nic nestane, stiskněte „Pokračovat“.",
            proceed: "Pokračovat"),
        errorPage: ErrorPage(
            status: "Stav",
            draftHeading: "Váš text zůstal zachován",
            mayBeSaved:
                "Úkol se přesto mohl uložit: než to zkusíte znovu, podívejte se do seznamu.",
            task: "Úkol",
            tryAgain: "Zkusit znovu",
            toCopy: "Váš text ke zkopírování",
            reference: "Referenční číslo",
            toSignIn: "Zkusit se přihlásit znovu",
            toTasks: "Zpět k úkolům",
            toStart: "Na úvodní stránku",
            toSessions: "K vašim relacím",
            toProviderSignOut: "Odhlásit se také u přihlašovací služby"),
        errors: czechErrors,
        input: Input(
            empty: "Nejdříve napište, co je potřeba udělat.",
            tooLong: "Úkol může mít nejvýše {limit} znaků. Zkraťte ho, nebo ho rozdělte na dva.",
            containsNull: "Úkol nesmí obsahovat znak NUL. Odstraňte ho.",
            emptied: "Text je prázdný. Napište, co je potřeba udělat, nebo úkol smažte.",
            nothingToChange: "Formulář neuvádí ani text úkolu, ani zda je dokončený.",
            noTaskNamed: "Formulář neuvádí, o který úkol jde.",
            noCompletion: "Formulář neuvádí, zda jsou úkoly dokončené.",
            badCompletion: "Zda je úkol dokončený, může být jen „true“, nebo „false“.",
            refusedByAPI: "Služba úkolů to nepřijala. Změňte text a zkuste to znovu.",
            changeRefusedByAPI: "Služba úkolů to nepřijala. Nic se nezměnilo."),
        signIn: SignIn(
            notCompleted: "Přihlášení nebylo dokončeno.",
            signInAgain: "Přihlašovací služba chce, abyste se přihlásili znovu.",
            interactionRequiredAgain: """
                Přihlašovací služba hned po tomto přihlášení žádá další. Chvíli počkejte; pokud to potrvá, požádejte o \
                pomoc provozovatele tohoto webu.
                """,
            untrustworthyResponse: "Odpověď přihlašovací služby nebyla důvěryhodná.",
            unverifiable: "Co o vás přihlašovací služba uvedla, nebylo možné ověřit.",
            insufficientAuthentication: """
                Přihlašovací služba neověřila, kdo jste, tak důkladně nebo tak nedávno, jak je k tomu třeba.
                """,
            providerSessionExpired: "Přihlašovací služba uvádí, že vaše relace u ní skončila.",
            tooLarge: """
                Údaje, které o vás přihlašovací služba posílá, jsou příliš velké: více než {limit} bajtů. Její \
                provozovatel musí nastavit, aby jich posílala méně.
                """,
            unknownToProvider: "Přihlašovací služba už o tomto přihlášení neví.",
            refused: "Přihlašovací služba přihlášení odmítla ({code}).",
            accountLocked: "Účet je zablokovaný. Chvíli počkejte, nebo požádejte o pomoc jeho správce.",
            providerBusy: "Přihlašovací služba je přetížená.",
            unreadableLink: "Odkaz, který vás sem přivedl, nelze přečíst.",
            unreadableResponse: "Odpověď přihlašovací služby nelze přečíst.",
            otherProvider: "Odkaz, který vás sem přivedl, uvádí jinou přihlašovací službu."))
}
