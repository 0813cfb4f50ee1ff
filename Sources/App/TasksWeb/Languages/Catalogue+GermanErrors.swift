extension Catalogue {
    static let germanErrors = Errors(
        refusedByAPIAgain: Notice(
            heading: "Der Aufgabendienst lässt dich nicht ein",
            message: """
                Du bist angemeldet, aber der Aufgabendienst lehnt deine Anmeldung ab, auch eine neue. Darum muss \
                sich sein Betreiber kümmern.
                """
        ),
        stepUpRequiredAgain: Notice(
            heading: "Der Aufgabendienst verlangt eine stärkere oder frischere Anmeldung",
            message: """
                Du hast dich gerade noch einmal angemeldet, aber der Anmeldedienst hat nicht getan, was der \
                Aufgabendienst verlangt. Darum muss sich der Betreiber dieser Website kümmern. Ein abgeschicktes \
                Formular bleibt zehn Minuten lang aufgehoben.
                """
        ),
        entraVersion1TokenRefused: Notice(
            heading: "Der Aufgabendienst lässt dich nicht ein",
            message: """
                Du bist angemeldet, aber der Aufgabendienst lehnt deine Anmeldung ab, weil das Zugriffstoken ein \
                v1-Token von Microsoft Entra ist (Aussteller https://sts.windows.net/…). Sein Betreiber muss im \
                Manifest der Registrierung der Aufgaben-API requestedAccessTokenVersion auf 2 setzen.
                """
        ),
        forged: Notice(
            heading: "Dieses Formular ist veraltet",
            message: """
                Es gehört nicht zu deiner jetzigen Sitzung, deshalb wurde nichts geändert. Versuche es von deinen \
                Aufgaben aus noch einmal.
                """
        ),
        notAForm: Notice(
            heading: "Das war kein Formular",
            message: """
                Was gesendet wurde, lässt sich nicht als Formular lesen. Lade die Seite neu und versuche es noch \
                einmal.
                """
        ),
        invalidInput: Notice(heading: "Das lässt sich nicht speichern", message: "{reason}"),
        forbidden: Notice(
            heading: "Das darfst du nicht",
            message: "Der Aufgabendienst erlaubt dir das nicht. Bitte seinen Betreiber um Zugang."),
        noSuchTask: Notice(
            heading: "Diese Aufgabe gibt es nicht mehr",
            message: "Vielleicht wurde sie in einem anderen Fenster oder auf einem anderen Gerät gelöscht."),
        noSuchSession: Notice(
            heading: "Diese Sitzung ist vorbei",
            message: "Sie wurde schon beendet, oder sie ist keine von deinen."),
        noSuchPage: Notice(
            heading: "Diese Seite gibt es nicht",
            message: "Unter dieser Adresse ist nichts. Prüfe sie, oder beginne von vorn."),
        sessionTooLarge: Notice(
            heading: "Deine Anmeldung ist zu groß",
            message: """
                Der Anmeldedienst sendet mehr über dich, als die Cookies eines Browsers fassen. Sein Betreiber \
                muss weniger senden.
                """
        ),
        providerUnavailable: Notice(
            heading: "Der Anmeldedienst ist nicht verfügbar",
            message: """
                Der Anmeldedienst ist nicht erreichbar oder antwortet nicht sinnvoll. Du bleibst angemeldet; \
                versuche es gleich noch einmal.
                """
        ),
        providerUnavailableAtSignIn: Notice(
            heading: "Der Anmeldedienst ist nicht verfügbar",
            message: """
                Der Anmeldedienst ist nicht erreichbar oder antwortet nicht sinnvoll, deshalb bist du nicht \
                angemeldet. Versuche es gleich noch einmal.
                """
        ),
        unusableTokens: Notice(
            heading: "Der Anmeldedienst antwortet nicht sinnvoll",
            message: """
                Du bleibst angemeldet. Versuche es gleich noch einmal; wenn das nicht hilft, melde dich neu an.
                """
        ),
        apiUnavailable: Notice(
            heading: "Der Aufgabendienst ist nicht verfügbar",
            message: """
                Der Aufgabendienst ist nicht erreichbar oder antwortet nicht sinnvoll. Du bleibst angemeldet; \
                versuche es gleich noch einmal.
                """
        ),
        providerTimedOut: Notice(
            heading: "Der Anmeldedienst braucht zu lange",
            message: """
                Der Anmeldedienst hat nicht rechtzeitig geantwortet. Du bleibst angemeldet; versuche es gleich \
                noch einmal.
                """
        ),
        providerTimedOutAtSignIn: Notice(
            heading: "Der Anmeldedienst braucht zu lange",
            message: """
                Der Anmeldedienst hat nicht rechtzeitig geantwortet, deshalb bist du nicht angemeldet. Versuche es \
                gleich noch einmal.
                """
        ),
        apiTimedOut: Notice(
            heading: "Der Aufgabendienst braucht zu lange",
            message: """
                Der Aufgabendienst hat nicht rechtzeitig geantwortet. Du bleibst angemeldet; versuche es gleich \
                noch einmal.
                """
        ),
        unknownSignIn: Notice(
            heading: "Diese Anmeldung lässt sich nicht abschließen",
            message: """
                Die Antwort des Anmeldedienstes passt zu keiner Anmeldung, die dieser Browser begonnen hat. Das \
                hat einen der folgenden Gründe. Melde dich noch einmal an.
                """
        ),
        unknownSignInCauses: [
            "Sie wurde vor mehr als zehn Minuten begonnen.",
            "Sie wurde schon verwendet, etwa weil eine Seite neu geladen oder wieder aufgerufen wurde.",
            "Sie wurde in einem anderen Browser oder in einem privaten Fenster begonnen.",
            """
            Dieser Browser sendet unsere Cookies nicht zurück: Er blockiert sie, oder die Website wird teils über \
            http und teils über https aufgerufen.
            """,
        ],
        unknownSignInWhileSignedIn: Notice(
            heading: "Diese Anmeldung lässt sich nicht abschließen",
            message: """
                Sie wurde schon verwendet oder ist zu alt. Du bist weiterhin angemeldet, und nichts hat sich \
                geändert: Mach mit deinen Aufgaben weiter.
                """
        ),
        signInLoop: Notice(
            heading: "Die Anmeldung dreht sich im Kreis",
            message: """
                Dieser Browser hat sich innerhalb einer Minute mehr als zehnmal angemeldet, deshalb ist hier \
                Schluss. Warte eine Minute und versuche es dann noch einmal. Wenn es wieder geschieht, muss der \
                Betreiber der Website eines der folgenden Dinge beheben.
                """
        ),
        signInLoopCauses: [
            """
            Die Uhr: Die Uhr der Website oder eines ihrer Rechner geht falsch, sodass eine Anmeldung schon zu Ende \
            ist, wenn sie beginnt.
            """,
            """
            Das Schema: Die Website wird über http aufgerufen, ist aber für https eingerichtet, oder umgekehrt, \
            sodass ihre Cookies nicht zurückkommen.
            """,
            """
            Die Domain: Die Website wird unter einem anderen Namen aufgerufen als dem, für den sie eingerichtet \
            ist.
            """,
            "Der Aufgabendienst: Er lehnt jede Anmeldung ab, auch eine neue.",
        ],
        signInLimit: Notice(
            heading: "Zu viele Anmeldungen",
            message: """
                Du hast dich innerhalb eines Tages so oft angemeldet, dass hier keine weitere Sitzung für dich \
                beginnt. Wo du angemeldet bist, ändert sich nichts. Versuche es morgen noch einmal.
                """
        ),
        signInFailed: Notice(
            heading: "Du bist nicht angemeldet", message: "{reason} Du kannst es noch einmal versuchen."),
        notAdmitted: Notice(
            heading: "Dieses Konto hat keinen Zugang",
            message: """
                Beim Anmeldedienst bist du angemeldet, aber diese Website steht deinem Konto nicht offen. Melde \
                dich mit einem anderen Konto an oder frage den Betreiber der Website.
                """
        ),
        refusedAtProvider: Notice(
            heading: "Der Anmeldedienst hat dich nicht hereingelassen",
            message: """
                Die Anmeldung wurde beim Anmeldedienst abgelehnt oder abgebrochen. Melde dich mit einem anderen \
                Konto an oder frage den Betreiber der Website: Er findet den Grund mit der Referenz unten.
                """
        ),
        claimLeftOut: Notice(
            heading: "Der Anmeldedienst hat ausgelassen, was diese Website prüft",
            message: """
                Dein Konto hat zu viele Werte von {claim}, als dass sie in sein Token passten. Der Betreiber der \
                Website muss den Anmeldedienst so einstellen, dass er nur die Gruppen sendet, die der Anwendung \
                zugewiesen sind, oder stattdessen App-Rollen verwenden.
                """
        ),
        misconfigured: Notice(
            heading: "Die Anmeldung ist nicht richtig eingerichtet",
            message: """
                Der Anmeldedienst lehnt diese Website ab. Ihr Betreiber muss die Einstellung {setting} \
                berichtigen.
                """
        ),
        storeUnavailable: Notice(
            heading: "Gerade nicht",
            message: "Das Sitzungsverzeichnis ist nicht erreichbar. Versuche es gleich noch einmal."),
        signedOutHereOnly: Notice(
            heading: "Du bist in diesem Browser abgemeldet",
            message: """
                Das Sitzungsverzeichnis ist nicht erreichbar. Falls es eine Kopie deines Sitzungscookies gibt, \
                kann sie deshalb noch nicht überall abgewiesen werden. Das geschieht von selbst, Sekunden nachdem \
                das Verzeichnis wieder da ist.
                """
        ),
        signedOutInMemoryOnly: Notice(
            heading: "Du bist in diesem Browser abgemeldet",
            message: """
                Das Sitzungsverzeichnis ist nicht erreichbar, und deine Abmeldung konnte nicht auf der Festplatte \
                gesichert werden. Sie gilt nur in diesem Prozess der Site: Endet er, bevor das Verzeichnis wieder \
                da ist, wird eine Kopie deines Sitzungscookies, falls es eine gibt, wieder angenommen.
                """
        ),
        providerBusy: Notice(
            heading: "Der Anmeldedienst ist überlastet", message: "Versuche es in ein paar Minuten noch einmal."),
        siteBusy: Notice(
            heading: "Zu viel auf einmal",
            message: """
                Hier werden gerade zu viele Anfragen bearbeitet, von dir oder von allen zusammen. Nichts wurde \
                geändert. Versuche es gleich noch einmal.
                """
        ),
        internalFault: Notice(
            heading: "Hier ist etwas schiefgegangen",
            message: """
                Der Fehler liegt bei uns. Versuche es gleich noch einmal; wenn er bleibt, nenne uns die Referenz \
                unten.
                """
        ),
        wrongMethod: Notice(
            heading: "Das geht hier nicht", message: "Diese Adresse nimmt solche Anfragen nicht an."),
        tooLarge: Notice(
            heading: "Das war zu viel", message: "Was gesendet wurde, ist größer als 64 KiB. Sende weniger."),
        badRequest: Notice(
            heading: "Diese Anfrage lässt sich nicht beantworten",
            message: "Geh zurück, lade die Seite neu und versuche es noch einmal."),
        serverFault: Notice(
            heading: "Hier ist etwas schiefgegangen",
            message: "Der Fehler liegt bei uns. Versuche es gleich noch einmal."))
}
