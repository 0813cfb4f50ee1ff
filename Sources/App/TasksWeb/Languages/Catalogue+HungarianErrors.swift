extension Catalogue {
    static let hungarianErrors = Errors(
        refusedByAPIAgain: Notice(
            heading: "A teendők szolgáltatása nem enged be",
            message: """
                A bejelentkezés sikerült, de a teendők szolgáltatása elutasítja, a frisset is. Ezt a szolgáltatás \
                üzemeltetőjének kell megnéznie.
                """
        ),
        stepUpRequiredAgain: Notice(
            heading: "A teendők szolgáltatása erősebb vagy frissebb bejelentkezést kér",
            message: """
                Az új bejelentkezés megtörtént, de a bejelentkezési szolgáltató nem tette meg, amit a teendők \
                szolgáltatása kér. Ezt a webhely üzemeltetőjének kell megnéznie. Az elküldött űrlap tíz percig \
                megmarad.
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
                Nem a mostani munkamenethez tartozik, ezért semmi sem változott. A feladatok oldaláról érdemes \
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
        unusableTokens: Notice(
            heading: "A bejelentkezési szolgáltató nem ad értelmes választ",
            message: """
                A bejelentkezés megmarad. Kicsit később érdemes újra megpróbálni; ha ez nem segít, újra be kell \
                jelentkezni.
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
        signInLimit: Notice(
            heading: "Túl sok bejelentkezés",
            message: """
                Egy napon belül olyan sok bejelentkezés történt ezzel a fiókkal, hogy most nem indul újabb munkamenet. \
                A meglévő bejelentkezések megmaradnak. Holnap érdemes újra megpróbálni.
                """
        ),
        signInFailed: Notice(heading: "A bejelentkezés nem sikerült", message: "{reason} Újra meg lehet próbálni."),
        notAdmitted: Notice(
            heading: "Ennek a fióknak nincs hozzáférése",
            message: """
                A bejelentkezési szolgáltatónál sikerült a bejelentkezés, de ez a webhely ezzel a fiókkal nem \
                használható. Másik fiókkal újra meg lehet próbálni, hozzáférést pedig a webhely üzemeltetője \
                adhat.
                """
        ),
        refusedAtProvider: Notice(
            heading: "A bejelentkezési szolgáltató nem engedte a belépést",
            message: """
                A bejelentkezést a szolgáltatónál elutasították vagy megszakították. Másik fiókkal újra meg lehet \
                próbálni, az okot pedig a webhely üzemeltetője az alábbi hivatkozási szám alapján találja meg.
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
        siteBusy: Notice(
            heading: "Túl sok kérés",
            message: """
                A webhely éppen túl sok kérést dolgoz fel, ettől a felhasználótól vagy mindenkitől együttvéve. \
                Semmi nem változott. Kicsit később érdemes újra megpróbálni.
                """
        ),
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
            heading: "Valami hiba történt", message: "A hiba nálunk van. Kicsit később érdemes újra megpróbálni."))
}
