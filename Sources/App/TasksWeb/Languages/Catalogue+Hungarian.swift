extension Catalogue {
    static let hungarian = Catalogue(
        .hungarian,
        site: Site(
            skipToContent: "Ugrás a tartalomra",
            mainNavigation: "Fő navigáció",
            tasks: "Teendők",
            claims: "Adatok",
            sessions: "Munkamenetek",
            profile: "Profil",
            signedInAs: "Bejelentkezve:",
            signOut: "Kijelentkezés",
            language: "Nyelv",
            keys: "Billentyűparancsok"),
        welcome: Welcome(
            title: "Bejelentkezés",
            heading: "Teendők saját kulccsal őrizve.",
            lead: "Egyetlen nyugodt lista minden tervről. Elég bejelentkezni egy meglévő fiókkal, és máris itt van.",
            signIn: "Bejelentkezés",
            createAccount: "Fiók létrehozása",
            facebook: "Folytatás Facebookkal",
            forgotPassword: "Elfelejtett jelszó?",
            pictureHeading: "Ma",
            pictureCount: "3 van hátra",
            pictureFirst: "Kompjegyet foglalni júniusra",
            pictureDone: "Elhozni a pótkulcsokat",
            pictureSecond: "Visszahívni a nagyit",
            pictureThird: "Meglocsolni a paradicsomot"),
        accounts: Accounts(
            continueAs: "Folytatás {name} fiókjával",
            useAnother: "Másik fiók használata",
            forget: "Fiókok elfelejtése ebben a böngészőben",
            offer: "Fiókom felajánlása e böngésző bejelentkezési oldalán",
            offerExplanation: """
                Legközelebb a fiókra kattintva indul a bejelentkezés. Aki megnyitja ezt a böngészőt, látja ott a \
                fiókot, de csupán ezzel nem tud bejelentkezni.
                """,
            stopOffering: "Ne legyen többé felajánlva",
            stopOfferingExplanation: """
                A fiók megjelenik e böngésző bejelentkezési oldalán. Aki legközelebb megnyitja a böngészőt, láthatja.
                """),
        tasks: Tasks(
            heading: "Teendők",
            newTask: "Új teendő",
            placeholder: "Mi a teendő?",
            add: "Hozzáadás",
            show: "Megjelenítés",
            all: "Összes",
            active: "Hátralévő",
            completed: "Kész",
            completeAll: "Összes késznek jelölése",
            reopenAll: "Összes visszaállítása",
            clearCompleted: "Készek törlése",
            left: .oneOther(one: "{count} teendő van hátra", other: "{count} teendő van hátra"),
            moreThanLeft: .oneOther(
                one: "Több mint {count} teendő van hátra", other: "Több mint {count} teendő van hátra"),
            count: .oneOther(one: "{count} teendő", other: "{count} teendő"),
            moreThan: .oneOther(one: "Több mint {count} teendő", other: "Több mint {count} teendő"),
            complete: "Késznek jelölés:",
            reopen: "Visszaállítás:",
            delete: "Törlés:",
            edit: "Szerkesztés",
            taskText: "A teendő szövege",
            save: "Mentés",
            cancel: "Mégse",
            deleteTask: "Teendő törlése",
            gone: "Ez a teendő már nincs meg: egy másik ablakban vagy másik eszközön törölték.",
            deleted: "„{task}” törölve",
            undo: "Visszavonás",
            pasteQuestion: "Minden sor külön teendő legyen? ({count})",
            pasteEach: "Soronként egy teendő",
            pasteOne: "Egyetlen teendő",
            noConnection: "Nincs kapcsolat. Újabb próbálkozás előtt érdemes megnézni, mi változott.",
            allDone: Emptiness(
                heading: "Minden kész", text: "Nincs több tennivaló. Jöhet a pihenés, vagy fent a következő teendő."),
            noneActive: Emptiness(
                heading: "Nincs hátralévő teendő",
                text: "Itt jelenik meg, ami még elvégzésre vár. Fent lehet újat hozzáadni."),
            noneCompleted: Emptiness(heading: "Még semmi sincs kész", text: "A kipipált teendők ide kerülnek."),
            none: Emptiness(heading: "Üres lista", text: "Jöhet az első gondolat, utána egy Enter."),
            noMore: Emptiness(heading: "Nincs több teendő", text: "Itt a lista vége."),
            pages: "Oldalak",
            toStart: "Vissza az elejére",
            more: "További teendők",
            newAtEnd: "Az új teendők a lista végére kerülnek."),
        pendingForm: PendingForm(
            heading: "Újra be kellett jelentkezni. {question}",
            add: "Hozzáadható ez a teendő?",
            change: "Erre módosítható a teendő?",
            complete: "Késznek jelölhető a teendő?",
            reopen: "Visszaállítható a teendő?",
            delete: "Törölhető a teendő?",
            deleteNamed: "Törölhető ez a teendő?",
            completeAll: "Az összes teendő késznek jelölhető?",
            reopenAll: "Az összes teendő visszaállítható?",
            clearCompleted: "Törölhetők a kész teendők?",
            confirm: "Igen, mehet",
            discard: "Nem, elvetem"),
        claims: Claims(
            heading: "Adatok",
            lead: "Amit a bejelentkezési szolgáltató ebben a munkamenetben a felhasználóról közöl.",
            idToken: "Az ID-tokenből",
            userInfo: "A UserInfo végpontról",
            claim: "Adat",
            value: "Érték"),
        sessions: Sessions(
            heading: "Munkamenetek",
            lead: "Itt látható minden bejelentkezés. Ami ismeretlen vagy már nem kell, az itt leállítható.",
            current: "ez a munkamenet",
            signedIn: "Bejelentkezés:",
            lastUsed: "utolsó használat:",
            time: "{time} UTC",
            browserOn: "{browser} ({system})",
            unknownBrowser: "Ismeretlen böngésző",
            signOutHere: "Kijelentkezés innen",
            end: "Leállítás",
            endNamed: "Munkamenet leállítása: {browser}, bejelentkezés: {time}",
            endOthers: "Az összes többi leállítása",
            more: "További munkamenetek"),
        keys: Keys(
            heading: "Billentyűparancsok",
            lead: "A teendők oldalán működnek, ha a szkriptek engedélyezve vannak.",
            newTask: "Új teendő írása",
            help: "A billentyűparancsok megjelenítése",
            save: "A beírt szöveg mentése",
            cancel: "Szerkesztés elvetése",
            close: "Bezárás",
            switchOff: "Az n és a ? kikapcsolása"),
        signedOut: SignedOut(
            title: "Kijelentkezve",
            heading: "Sikeres kijelentkezés",
            signedInHeading: "Bejelentkezve",
            lead: """
                A munkamenet véget ért, az ajtó zárva. Ha mások is használják ezt a számítógépet, a böngészőablakot is \
                érdemes bezárni.
                """,
            signInAgain: "Újbóli bejelentkezés"),
        repost: Repost(
            title: "Bejelentkezés folyamatban",
            heading: "Folyamatban van a bejelentkezés",
            lead: "Egy pillanat. Ha nem történik semmi, a „Tovább” gomb segít.",
            proceed: "Tovább"),
        errorPage: ErrorPage(
            status: "Állapot",
            draftHeading: "A beírt szöveg megmaradt",
            mayBeSaved:
                "Lehet, hogy a teendő mégis el lett mentve: nézze meg a listát, mielőtt újra próbálja.",
            task: "Teendő",
            tryAgain: "Újra",
            toCopy: "A beírt szöveg, másoláshoz",
            reference: "Hivatkozási szám",
            toSignIn: "Bejelentkezés újra",
            toTasks: "Vissza a teendőkhöz",
            toStart: "A kezdőlapra",
            toSessions: "A munkamenetekhez",
            toProviderSignOut: "Kijelentkezés a bejelentkezési szolgáltatónál is"),
        errors: hungarianErrors,
        input: Input(
            empty: "Előbb meg kell adni, mi a teendő.",
            tooLong: "Egy teendő legfeljebb {limit} karakter lehet. Rövidíteni kell, vagy két teendőt csinálni belőle.",
            containsNull: "Egy teendő nem tartalmazhat NUL karaktert. Ezt ki kell venni.",
            emptied: "A szöveg üres. Meg kell adni, mi a teendő, vagy törölni lehet.",
            nothingToChange: "Az űrlapból nem derül ki sem a teendő szövege, sem az, hogy kész van-e.",
            noTaskNamed: "Az űrlapból nem derül ki, melyik teendőről van szó.",
            noCompletion: "Az űrlapból nem derül ki, hogy készen vannak-e a teendők.",
            badCompletion: "Az, hogy egy teendő kész van-e, csak „true” vagy „false” lehet.",
            refusedByAPI: "A teendők szolgáltatása ezt nem fogadta el. Más szöveggel érdemes újra megpróbálni.",
            changeRefusedByAPI: "A teendők szolgáltatása ezt nem fogadta el. Semmi sem változott."),
        signIn: SignIn(
            notCompleted: "A bejelentkezés nem fejeződött be.",
            signInAgain: "A bejelentkezési szolgáltató újbóli bejelentkezést kér.",
            interactionRequiredAgain: """
                A bejelentkezési szolgáltató rögtön e bejelentkezés után újabbat kér. Érdemes várni egy percet; ha \
                továbbra is így van, az üzemeltetőtől segítséget kérni.
                """,
            untrustworthyResponse: "A bejelentkezési szolgáltató válasza nem megbízható.",
            unverifiable: "Amit a bejelentkezési szolgáltató a felhasználóról közölt, nem volt ellenőrizhető.",
            insufficientAuthentication: """
                A bejelentkezési szolgáltató nem olyan alaposan vagy nem olyan nemrég ellenőrizte a felhasználót, \
                ahogy ehhez kell.
                """,
            providerSessionExpired: "A bejelentkezési szolgáltató szerint az ottani munkamenet véget ért.",
            tooLarge: """
                A bejelentkezési szolgáltató által a felhasználóról közölt adat túl nagy: több mint {limit} bájt. A \
                szolgáltató üzemeltetőjének be kell állítania, hogy kevesebb adatot küldjön.
                """,
            unknownToProvider: "A bejelentkezési szolgáltató már nem tud erről a bejelentkezésről.",
            refused: "A bejelentkezési szolgáltató elutasította a bejelentkezést ({code}).",
            accountLocked: "A fiók zárolva van. Érdemes várni egy kicsit, vagy az üzemeltetőtől segítséget kérni.",
            providerBusy: "A bejelentkezési szolgáltató túlterhelt.",
            unreadableLink: "Az ide vezető hivatkozás nem olvasható.",
            unreadableResponse: "A bejelentkezési szolgáltató válasza nem olvasható.",
            otherProvider: "Az ide vezető hivatkozás egy másik bejelentkezési szolgáltatót nevez meg."))
}
