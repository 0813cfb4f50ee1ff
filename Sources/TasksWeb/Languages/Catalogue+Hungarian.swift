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
            heading: "A munkamenet munka közben véget ért. {question}",
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
            endOthers: "Az összes többi leállítása"),
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
        errors: Errors(
            refusedByAPIAgain: Notice(
                heading: "A teendők szolgáltatása nem enged be",
                message: """
                    A bejelentkezés sikerült, de a teendők szolgáltatása elutasítja, a frisset is. Ezt a szolgáltatás \
                    üzemeltetőjének kell megnéznie.
                    """
            ),
            entraVersion1TokenRefused: Notice(
                heading: "A teendők szolgáltatása nem enged be",
                message: """
                    A bejelentkezés sikerült, de a teendők szolgáltatása elutasítja, mert a hozzáférési token a \
                    Microsoft Entra v1-es tokenje (kibocsátó: https://sts.windows.net/…). Az üzemeltetőnek a teendők \
                    API-regisztrációjának jegyzékében a requestedAccessTokenVersion értékét 2-re kell állítania.
                    """
            ),
            forged: Notice(
                heading: "Ez az űrlap elavult",
                message: """
                    Nem a mostani munkamenethez tartozik, ezért semmi sem változott. Az oldal újratöltése után érdemes \
                    újra megpróbálni.
                    """
            ),
            notAForm: Notice(
                heading: "Ez nem űrlap volt",
                message:
                    "Az elküldött adat nem olvasható űrlapként. Az oldal újratöltése után érdemes újra megpróbálni."),
            invalidInput: Notice(heading: "Ezt nem lehet menteni", message: "{reason}"),
            forbidden: Notice(
                heading: "Ehhez nincs jogosultság",
                message: "A teendők szolgáltatása ezt nem engedélyezi. Hozzáférést az üzemeltetője adhat."),
            noSuchTask: Notice(
                heading: "Ez a teendő már nincs meg",
                message: "Lehet, hogy egy másik ablakban vagy másik eszközön törölték."),
            noSuchSession: Notice(
                heading: "Ez a munkamenet véget ért", message: "Már leállították, vagy nem ehhez a fiókhoz tartozik."),
            noSuchPage: Notice(
                heading: "Nincs ilyen oldal",
                message: "Ezen a címen nincs semmi. Érdemes ellenőrizni, vagy elölről kezdeni."),
            sessionTooLarge: Notice(
                heading: "A bejelentkezés túl nagy",
                message: """
                    A bejelentkezési szolgáltató több adatot küld, mint amennyi a böngésző sütijeibe belefér. Az \
                    üzemeltetőjének kevesebbet kell küldenie.
                    """
            ),
            providerUnavailable: Notice(
                heading: "A bejelentkezési szolgáltató nem érhető el",
                message: """
                    A bejelentkezési szolgáltató nem érhető el, vagy nem ad értelmes választ. A bejelentkezés \
                    megmarad; kicsit később érdemes újra megpróbálni.
                    """
            ),
            providerUnavailableAtSignIn: Notice(
                heading: "A bejelentkezési szolgáltató nem érhető el",
                message: """
                    A bejelentkezési szolgáltató nem érhető el, vagy nem ad értelmes választ, ezért a bejelentkezés \
                    nem sikerült. Kicsit később érdemes újra megpróbálni.
                    """
            ),
            apiUnavailable: Notice(
                heading: "A teendők szolgáltatása nem érhető el",
                message: """
                    A teendők szolgáltatása nem érhető el, vagy nem ad értelmes választ. A bejelentkezés megmarad; \
                    kicsit később érdemes újra megpróbálni.
                    """
            ),
            providerTimedOut: Notice(
                heading: "A bejelentkezési szolgáltató túl lassú",
                message: """
                    A bejelentkezési szolgáltató nem válaszolt időben. A bejelentkezés megmarad; kicsit később érdemes \
                    újra megpróbálni.
                    """
            ),
            providerTimedOutAtSignIn: Notice(
                heading: "A bejelentkezési szolgáltató túl lassú",
                message: """
                    A bejelentkezési szolgáltató nem válaszolt időben, ezért a bejelentkezés nem sikerült. Kicsit \
                    később érdemes újra megpróbálni.
                    """
            ),
            apiTimedOut: Notice(
                heading: "A teendők szolgáltatása túl lassú",
                message: """
                    A teendők szolgáltatása nem válaszolt időben. A bejelentkezés megmarad; kicsit később érdemes újra \
                    megpróbálni.
                    """
            ),
            unknownSignIn: Notice(
                heading: "Ezt a bejelentkezést nem lehet befejezni",
                message: """
                    A bejelentkezési szolgáltató válasza egyetlen, ebben a böngészőben folyamatban lévő \
                    bejelentkezéshez sem illik, az alábbi okok valamelyike miatt. Újra be kell jelentkezni.
                    """
            ),
            unknownSignInCauses: [
                "Több mint tíz perce kezdődött.",
                "Már felhasználták, például az oldal újratöltésével vagy egy visszalépéssel.",
                "Másik böngészőben vagy privát ablakban kezdődött.",
                """
                Ez a böngésző nem küldi vissza a sütiket: letiltja őket, vagy a webhely hol http-n, hol https-en \
                nyílik meg.
                """,
            ],
            unknownSignInWhileSignedIn: Notice(
                heading: "Ezt a bejelentkezést nem lehet befejezni",
                message: """
                    Már felhasználták, vagy túl régi. A korábbi bejelentkezés továbbra is él, és semmi sem változott: \
                    folytatódhatnak a teendők.
                    """
            ),
            signInLoop: Notice(
                heading: "A bejelentkezés körbe-körbe jár",
                message: """
                    Ez a böngésző egy percen belül több mint tízszer jelentkezett be, ezért itt megáll. Egy perc múlva \
                    érdemes még egyszer megpróbálni. Ha újra előfordul, a webhely üzemeltetőjének az alábbiak \
                    valamelyikét kell kijavítania.
                    """
            ),
            signInLoopCauses: [
                """
                Az óra: a webhely vagy valamelyik gépének órája rosszul jár, így a bejelentkezés véget ér, mihelyt \
                elkezdődik.
                """,
                """
                A séma: a webhely http-n nyílik meg, de https-re van beállítva, vagy fordítva, így a sütijei nem \
                érkeznek vissza.
                """,
                "A tartomány: a webhely más néven nyílik meg, mint amelyre be van állítva.",
                "A teendők szolgáltatása: minden bejelentkezést elutasít, a frisset is.",
            ],
            signInFailed: Notice(heading: "A bejelentkezés nem sikerült", message: "{reason} Újra meg lehet próbálni."),
            notAdmitted: Notice(
                heading: "Ennek a fióknak nincs hozzáférése",
                message: """
                    A bejelentkezési szolgáltatónál sikerült a bejelentkezés, de ez a webhely ezzel a fiókkal nem \
                    használható. Másik fiókkal újra meg lehet próbálni, hozzáférést pedig a webhely üzemeltetője \
                    adhat.
                    """
            ),
            claimLeftOut: Notice(
                heading: "A bejelentkezési szolgáltató kihagyta, amit ez a webhely ellenőriz",
                message: """
                    A fióknak túl sok {claim} értéke van, ezért nem férnek el a tokenjében. Az üzemeltetőnek úgy kell \
                    beállítania a szolgáltatót, hogy csak az alkalmazáshoz rendelt csoportokat küldje, vagy helyettük \
                    alkalmazásszerepköröket kell használnia.
                    """
            ),
            misconfigured: Notice(
                heading: "A bejelentkezés nincs jól beállítva",
                message: """
                    A bejelentkezési szolgáltató elutasítja ezt a webhelyet. Az üzemeltetőnek ezt a beállítást kell \
                    kijavítania: {setting}.
                    """
            ),
            storeUnavailable: Notice(
                heading: "Most nem megy",
                message: "A munkamenetek nyilvántartása nem érhető el. Kicsit később érdemes újra megpróbálni."),
            signedOutHereOnly: Notice(
                heading: "A kijelentkezés ebben a böngészőben megtörtént",
                message: """
                    A munkamenetek nyilvántartása nem érhető el, ezért a munkamenet sütijének esetleges másolatát még \
                    nem lehet mindenhol elutasítani. Ez magától megtörténik, néhány másodperccel a nyilvántartás \
                    visszatérése után.
                    """
            ),
            signedOutInMemoryOnly: Notice(
                heading: "A kijelentkezés ebben a böngészőben megtörtént",
                message: """
                    A munkamenetek nyilvántartása nem érhető el, és a kijelentkezést nem sikerült lemezre menteni. \
                    Csak a webhely e folyamatában érvényes: ha az a nyilvántartás visszatérése előtt leáll, a \
                    munkamenet sütijének esetleges másolatát az oldal újra elfogadja.
                    """
            ),
            providerBusy: Notice(
                heading: "A bejelentkezési szolgáltató túlterhelt",
                message: "Néhány perc múlva érdemes újra megpróbálni."),
            internalFault: Notice(
                heading: "Valami hiba történt",
                message: """
                    A hiba nálunk van. Kicsit később érdemes újra megpróbálni; ha nem múlik el, az alábbi hivatkozási \
                    szám segít megtalálni.
                    """
            ),
            wrongMethod: Notice(heading: "Ezt itt nem lehet", message: "Ez a cím nem fogad ilyen kérést."),
            tooLarge: Notice(
                heading: "Ez túl sok volt",
                message: "Az elküldött adat nagyobb 64 KiB-nál. Kevesebb adatot kell küldeni."),
            badRequest: Notice(
                heading: "Ez a kérés nem teljesíthető",
                message: "Visszalépés és az oldal újratöltése után érdemes újra megpróbálni."),
            serverFault: Notice(
                heading: "Valami hiba történt", message: "A hiba nálunk van. Kicsit később érdemes újra megpróbálni.")),
        input: Input(
            empty: "Előbb meg kell adni, mi a teendő.",
            tooLong: "Egy teendő legfeljebb {limit} karakter lehet. Rövidíteni kell, vagy két teendőt csinálni belőle.",
            containsNull: "Egy teendő nem tartalmazhat NUL karaktert. Ezt ki kell venni.",
            emptied: "A szöveg üres. Meg kell adni, mi a teendő, vagy törölni lehet.",
            nothingToChange: "Az űrlapból nem derül ki sem a teendő szövege, sem az, hogy kész van-e.",
            noTaskNamed: "Az űrlapból nem derül ki, melyik teendőről van szó.",
            noCompletion: "Az űrlapból nem derül ki, hogy készen vannak-e a teendők.",
            badCompletion: "Az, hogy egy teendő kész van-e, csak „true” vagy „false” lehet.",
            refusedByAPI: "A teendők szolgáltatása ezt nem fogadta el. Más szöveggel érdemes újra megpróbálni."),
        signIn: SignIn(
            notCompleted: "A bejelentkezés nem fejeződött be.",
            signInAgain: "A bejelentkezési szolgáltató újbóli bejelentkezést kér.",
            interactionRequiredAgain: """
                A bejelentkezési szolgáltató rögtön e bejelentkezés után újabbat kér. Érdemes várni egy percet; ha \
                továbbra is így van, az üzemeltetőtől segítséget kérni.
                """,
            untrustworthyResponse: "A bejelentkezési szolgáltató válasza nem megbízható.",
            unverifiable: "Amit a bejelentkezési szolgáltató a felhasználóról közölt, nem volt ellenőrizhető.",
            unknownToProvider: "A bejelentkezési szolgáltató már nem tud erről a bejelentkezésről.",
            refused: "A bejelentkezési szolgáltató elutasította a bejelentkezést ({code}).",
            accountLocked: "A fiók zárolva van. Érdemes várni egy kicsit, vagy az üzemeltetőtől segítséget kérni.",
            providerBusy: "A bejelentkezési szolgáltató túlterhelt.",
            unreadableLink: "Az ide vezető hivatkozás nem olvasható.",
            unreadableResponse: "A bejelentkezési szolgáltató válasza nem olvasható.",
            otherProvider: "Az ide vezető hivatkozás egy másik bejelentkezési szolgáltatót nevez meg."))
}
