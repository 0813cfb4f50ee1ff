extension Catalogue {
    static let czechErrors = Errors(
        refusedByAPIAgain: Notice(
            heading: "Služba úkolů vás nepustí dál",
            message: """
                Jste přihlášeni, ale služba úkolů vaše přihlášení odmítá, i to nové. Musí se na to podívat její \
                provozovatel.
                """
        ),
        stepUpRequiredAgain: Notice(
            heading: "Služba úkolů žádá silnější nebo novější přihlášení",
            message: """
                Právě jste se znovu přihlásili, ale přihlašovací služba neudělala, co služba úkolů žádá. Musí se \
                na to podívat provozovatel tohoto webu. Odeslaný formulář zůstane deset minut uložen.
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
                Nepatří k vaší současné relaci, proto se nic nezměnilo. Zkuste to znovu ze stránky \
                úkolů.
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
        unusableTokens: Notice(
            heading: "Přihlašovací služba neodpovídá srozumitelně",
            message: "Zůstáváte přihlášeni. Zkuste to za chvíli znovu; pokud to nepomůže, přihlaste se znovu."),
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
        signInLimit: Notice(
            heading: "Příliš mnoho přihlášení",
            message: """
                Během jednoho dne jste se přihlásili tolikrát, že tento web další relaci nezahájí. Tam, kde jste \
                přihlášeni, se nic nemění. Zkuste to znovu zítra.
                """
        ),
        signInFailed: Notice(heading: "Nejste přihlášeni", message: "{reason} Můžete to zkusit znovu."),
        notAdmitted: Notice(
            heading: "Tento účet nemá přístup",
            message: """
                U přihlašovací služby jste přihlášeni, ale tento web není vašemu účtu přístupný. Přihlaste se \
                jiným účtem nebo se obraťte na provozovatele webu.
                """
        ),
        refusedAtProvider: Notice(
            heading: "Přihlašovací služba vás nevpustila",
            message: """
                Přihlášení bylo u přihlašovací služby odmítnuto nebo zrušeno. Přihlaste se jiným účtem nebo se \
                obraťte na provozovatele webu, který důvod najde podle referenčního čísla uvedeného níže.
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
        siteBusy: Notice(
            heading: "Příliš mnoho požadavků",
            message: """
                Web právě zpracovává příliš mnoho požadavků, od vás nebo od všech dohromady. Nic se nezměnilo. \
                Zkuste to za chvíli znovu.
                """
        ),
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
            heading: "Něco se nepovedlo", message: "Chyba je na naší straně. Zkuste to za chvíli znovu."))
}
