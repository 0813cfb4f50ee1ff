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
            newAtEnd: "Nové úkoly přibývají na konci seznamu."),
        pendingForm: PendingForm(
            heading: "Během práce vaše relace skončila. {question}",
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
            endOthers: "Ukončit všechny ostatní"),
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
        errors: Errors(
            refusedByAPIAgain: Notice(
                heading: "Služba úkolů vás nepustí dál",
                message: """
                    Jste přihlášeni, ale služba úkolů vaše přihlášení odmítá, i to nové. Musí se na to podívat její \
                    provozovatel.
                    """
            ),
            entraVersion1TokenRefused: Notice(
                heading: "Služba úkolů vás nepustí dál",
                message: """
                    Jste přihlášeni, ale služba úkolů vaše přihlášení odmítá, protože přístupový token je token v1 \
                    služby Microsoft Entra (vydavatel https://sts.windows.net/…). Provozovatel musí v manifestu \
                    registrace API úkolů nastavit requestedAccessTokenVersion na 2.
                    """
            ),
            forged: Notice(
                heading: "Tento formulář už neplatí",
                message: """
                    Nepatří k vaší současné relaci, proto se nic nezměnilo. Načtěte stránku znovu a zkuste to ještě \
                    jednou.
                    """
            ),
            notAForm: Notice(
                heading: "To nebyl formulář",
                message: "Odeslaná data nelze přečíst jako formulář. Načtěte stránku znovu a zkuste to ještě jednou."),
            invalidInput: Notice(heading: "To nelze uložit", message: "{reason}"),
            forbidden: Notice(
                heading: "K tomu nemáte oprávnění",
                message: "Služba úkolů vám to nedovoluje. Požádejte jejího provozovatele o přístup."),
            noSuchTask: Notice(
                heading: "Tento úkol už neexistuje", message: "Možná byl smazán v jiném okně nebo na jiném zařízení."),
            noSuchSession: Notice(heading: "Tato relace skončila", message: "Už byla ukončena, nebo není vaše."),
            noSuchPage: Notice(
                heading: "Taková stránka neexistuje",
                message: "Na této adrese nic není. Zkontrolujte ji, nebo začněte znovu."),
            sessionTooLarge: Notice(
                heading: "Vaše přihlášení je příliš velké",
                message: """
                    Přihlašovací služba o vás posílá více, než se vejde do cookies prohlížeče. Její provozovatel musí \
                    posílat méně.
                    """
            ),
            providerUnavailable: Notice(
                heading: "Přihlašovací služba není dostupná",
                message: """
                    Přihlašovací služba je nedosažitelná nebo neodpovídá srozumitelně. Zůstáváte přihlášeni; zkuste to \
                    za chvíli znovu.
                    """
            ),
            providerUnavailableAtSignIn: Notice(
                heading: "Přihlašovací služba není dostupná",
                message: """
                    Přihlašovací služba je nedosažitelná nebo neodpovídá srozumitelně, proto nejste přihlášeni. Zkuste \
                    to za chvíli znovu.
                    """
            ),
            apiUnavailable: Notice(
                heading: "Služba úkolů není dostupná",
                message: """
                    Služba úkolů je nedosažitelná nebo neodpovídá srozumitelně. Zůstáváte přihlášeni; zkuste to za \
                    chvíli znovu.
                    """
            ),
            providerTimedOut: Notice(
                heading: "Přihlašovací službě to trvá příliš dlouho",
                message: "Přihlašovací služba neodpověděla včas. Zůstáváte přihlášeni; zkuste to za chvíli znovu."),
            providerTimedOutAtSignIn: Notice(
                heading: "Přihlašovací službě to trvá příliš dlouho",
                message: "Přihlašovací služba neodpověděla včas, proto nejste přihlášeni. Zkuste to za chvíli znovu."),
            apiTimedOut: Notice(
                heading: "Službě úkolů to trvá příliš dlouho",
                message: "Služba úkolů neodpověděla včas. Zůstáváte přihlášeni; zkuste to za chvíli znovu."),
            unknownSignIn: Notice(
                heading: "Toto přihlášení nelze dokončit",
                message: """
                    Odpověď přihlašovací služby nepatří k žádnému přihlášení, které v tomto prohlížeči probíhá, a to z \
                    některého z níže uvedených důvodů. Přihlaste se znovu.
                    """
            ),
            unknownSignInCauses: [
                "Začalo před více než deseti minutami.",
                "Už bylo použito, například proto, že jste stránku načetli znovu nebo se na ni vrátili.",
                "Začalo v jiném prohlížeči nebo v anonymním okně.",
                """
                Tento prohlížeč neposílá naše cookies zpět: blokuje je, nebo je web otevírán jednou přes http a jindy \
                přes https.
                """,
            ],
            unknownSignInWhileSignedIn: Notice(
                heading: "Toto přihlášení nelze dokončit",
                message: """
                    Už bylo použito, nebo je příliš staré. Jste stále přihlášeni a nic se nezměnilo: pokračujte ve \
                    svých úkolech.
                    """
            ),
            signInLoop: Notice(
                heading: "Přihlašování se točí v kruhu",
                message: """
                    Tento prohlížeč se během minuty přihlásil více než desetkrát, proto to tady končí. Počkejte minutu \
                    a zkuste to ještě jednou. Pokud se to bude opakovat, musí provozovatel webu napravit některou z \
                    níže uvedených věcí.
                    """
            ),
            signInLoopCauses: [
                """
                Hodiny: hodiny webu nebo některého z jeho počítačů jdou špatně, takže přihlášení skončí hned, jak \
                začne.
                """,
                """
                Schéma: web je otevírán přes http, ale nastaven pro https, nebo naopak, takže se jeho cookies \
                nevracejí.
                """,
                "Doména: web je otevírán pod jiným jménem, než pro jaké je nastaven.",
                "Služba úkolů: odmítá každé přihlášení, i to nové.",
            ],
            signInFailed: Notice(heading: "Nejste přihlášeni", message: "{reason} Můžete to zkusit znovu."),
            notAdmitted: Notice(
                heading: "Tento účet nemá přístup",
                message: """
                    U přihlašovací služby jste přihlášeni, ale tento web není vašemu účtu přístupný. Přihlaste se \
                    jiným účtem nebo se obraťte na provozovatele webu.
                    """
            ),
            claimLeftOut: Notice(
                heading: "Přihlašovací služba vynechala údaj, který tento web kontroluje",
                message: """
                    Váš účet má příliš mnoho hodnot {claim} a do tokenu se nevešly. Provozovatel webu musí \
                    přihlašovací službu nastavit tak, aby posílala jen skupiny přiřazené aplikaci, nebo místo nich \
                    použít role aplikace.
                    """
            ),
            misconfigured: Notice(
                heading: "Přihlašování není správně nastaveno",
                message: "Přihlašovací služba tento web odmítá. Jeho provozovatel musí opravit nastavení {setting}."),
            storeUnavailable: Notice(
                heading: "Teď to nejde", message: "Seznam relací není dostupný. Zkuste to za chvíli znovu."),
            signedOutHereOnly: Notice(
                heading: "V tomto prohlížeči jste odhlášeni",
                message: """
                    Seznam relací není dostupný, takže případnou kopii cookie vaší relace zatím nelze všude odmítnout. \
                    Stane se to samo, několik sekund poté, co bude seznam znovu dostupný.
                    """
            ),
            signedOutInMemoryOnly: Notice(
                heading: "V tomto prohlížeči jste odhlášeni",
                message: """
                    Seznam relací není dostupný a vaše odhlášení se nepodařilo uložit na disk. Platí jen v tomto \
                    procesu webu: pokud skončí dříve, než bude seznam znovu dostupný, bude případná kopie cookie vaší \
                    relace opět přijata.
                    """
            ),
            providerBusy: Notice(
                heading: "Přihlašovací služba je přetížená", message: "Zkuste to znovu za několik minut."),
            internalFault: Notice(
                heading: "Něco se nepovedlo",
                message: """
                    Chyba je na naší straně. Zkuste to za chvíli znovu; pokud potrvá, sdělte nám referenční číslo \
                    uvedené níže.
                    """
            ),
            wrongMethod: Notice(heading: "To tady nejde", message: "Tato adresa takový požadavek nepřijímá."),
            tooLarge: Notice(
                heading: "To bylo příliš mnoho", message: "Odeslaná data přesahují 64 KiB. Pošlete jich méně."),
            badRequest: Notice(
                heading: "Tento požadavek nelze vyřídit",
                message: "Vraťte se, načtěte stránku znovu a zkuste to ještě jednou."),
            serverFault: Notice(
                heading: "Něco se nepovedlo", message: "Chyba je na naší straně. Zkuste to za chvíli znovu.")),
        input: Input(
            empty: "Nejdříve napište, co je potřeba udělat.",
            tooLong: "Úkol může mít nejvýše {limit} znaků. Zkraťte ho, nebo ho rozdělte na dva.",
            containsNull: "Úkol nesmí obsahovat znak NUL. Odstraňte ho.",
            emptied: "Text je prázdný. Napište, co je potřeba udělat, nebo úkol smažte.",
            nothingToChange: "Formulář neuvádí ani text úkolu, ani zda je dokončený.",
            noTaskNamed: "Formulář neuvádí, o který úkol jde.",
            noCompletion: "Formulář neuvádí, zda jsou úkoly dokončené.",
            badCompletion: "Zda je úkol dokončený, může být jen „true“, nebo „false“.",
            refusedByAPI: "Služba úkolů to nepřijala. Změňte text a zkuste to znovu."),
        signIn: SignIn(
            notCompleted: "Přihlášení nebylo dokončeno.",
            signInAgain: "Přihlašovací služba chce, abyste se přihlásili znovu.",
            interactionRequiredAgain: """
                Přihlašovací služba hned po tomto přihlášení žádá další. Chvíli počkejte; pokud to potrvá, požádejte o \
                pomoc provozovatele tohoto webu.
                """,
            untrustworthyResponse: "Odpověď přihlašovací služby nebyla důvěryhodná.",
            unverifiable: "Co o vás přihlašovací služba uvedla, nebylo možné ověřit.",
            unknownToProvider: "Přihlašovací služba už o tomto přihlášení neví.",
            refused: "Přihlašovací služba přihlášení odmítla ({code}).",
            accountLocked: "Účet je zablokovaný. Chvíli počkejte, nebo požádejte o pomoc jeho správce.",
            providerBusy: "Přihlašovací služba je přetížená.",
            unreadableLink: "Odkaz, který vás sem přivedl, nelze přečíst.",
            unreadableResponse: "Odpověď přihlašovací služby nelze přečíst.",
            otherProvider: "Odkaz, který vás sem přivedl, uvádí jinou přihlašovací službu."))
}
