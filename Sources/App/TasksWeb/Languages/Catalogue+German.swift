extension Catalogue {
    static let german = Catalogue(
        .german,
        site: Site(
            skipToContent: "Zum Inhalt springen",
            mainNavigation: "Hauptnavigation",
            tasks: "Aufgaben",
            claims: "Angaben",
            sessions: "Sitzungen",
            profile: "Profil",
            signedInAs: "Angemeldet als",
            signOut: "Abmelden",
            language: "Sprache",
            keys: "Tastenkürzel"),
        welcome: Welcome(
            title: "Anmelden",
            heading: "Deine Aufgaben, hinter deinem eigenen Schlüssel.",
            lead: """
                Eine ruhige Liste von allem, was du vorhast. Melde dich mit dem Konto an, das du schon hast, und sie \
                ist da.
                """,
            signIn: "Anmelden",
            createAccount: "Konto erstellen",
            facebook: "Weiter mit Facebook",
            forgotPassword: "Passwort vergessen?",
            pictureHeading: "Heute",
            pictureCount: "3 offen",
            pictureFirst: "Fähre für Juni buchen",
            pictureDone: "Ersatzschlüssel abholen",
            pictureSecond: "Oma zurückrufen",
            pictureThird: "Tomaten gießen"),
        accounts: Accounts(
            continueAs: "Weiter als {name}",
            useAnother: "Anderes Konto verwenden",
            forget: "Konten in diesem Browser vergessen",
            offer: "Mein Konto auf der Anmeldeseite dieses Browsers anbieten",
            offerExplanation: """
                Beim nächsten Mal beginnt die Anmeldung mit einem Klick auf dein Konto. Wer diesen Browser öffnet, \
                sieht es dann dort, kann sich damit allein aber nicht anmelden.
                """,
            stopOffering: "Nicht mehr anbieten",
            stopOfferingExplanation: """
                Dein Konto wird auf der Anmeldeseite dieses Browsers angeboten. Wer ihn als Nächstes öffnet, kann es \
                sehen.
                """
        ),
        tasks: Tasks(
            heading: "Aufgaben",
            newTask: "Neue Aufgabe",
            placeholder: "Was steht an?",
            add: "Hinzufügen",
            show: "Anzeigen",
            all: "Alle",
            active: "Offen",
            completed: "Erledigt",
            completeAll: "Alle erledigen",
            reopenAll: "Alle wieder öffnen",
            clearCompleted: "Erledigte löschen",
            left: .oneOther(one: "{count} Aufgabe offen", other: "{count} Aufgaben offen"),
            moreThanLeft: .oneOther(one: "Mehr als {count} Aufgabe offen", other: "Mehr als {count} Aufgaben offen"),
            count: .oneOther(one: "{count} Aufgabe", other: "{count} Aufgaben"),
            moreThan: .oneOther(one: "Mehr als {count} Aufgabe", other: "Mehr als {count} Aufgaben"),
            complete: "Erledigen:",
            reopen: "Wieder öffnen:",
            delete: "Löschen:",
            edit: "Bearbeiten",
            taskText: "Text der Aufgabe",
            save: "Speichern",
            cancel: "Abbrechen",
            deleteTask: "Aufgabe löschen",
            gone: """
                Diese Aufgabe gibt es nicht mehr: Sie wurde in einem anderen Fenster oder auf einem anderen Gerät \
                gelöscht.
                """,
            deleted: "„{task}“ gelöscht",
            undo: "Rückgängig machen",
            pasteQuestion: "Jede Zeile als eigene Aufgabe hinzufügen? ({count})",
            pasteEach: "Je eine Aufgabe",
            pasteOne: "Als eine Aufgabe",
            noConnection: "Keine Verbindung. Sieh nach, bevor du es noch einmal versuchst.",
            allDone: Emptiness(
                heading: "Alles erledigt",
                text: "Es ist nichts mehr offen. Genieße es, oder füge oben das Nächste hinzu."),
            noneActive: Emptiness(
                heading: "Nichts offen",
                text: "Hier erscheint, was noch zu erledigen ist. Füge oben eine Aufgabe hinzu."),
            noneCompleted: Emptiness(
                heading: "Noch nichts erledigt", text: "Hake eine Aufgabe ab, und du findest sie hier."),
            none: Emptiness(
                heading: "Eine leere Liste",
                text: "Schreib auf, was dir zuerst einfällt, und drücke die Eingabetaste."),
            noMore: Emptiness(heading: "Keine weiteren Aufgaben", text: "Du bist am Ende der Liste."),
            pages: "Seiten",
            toStart: "Zurück zum Anfang",
            more: "Weitere Aufgaben",
            newAtEnd: "Neue Aufgaben kommen ans Ende der Liste.",
            download: "Aufgaben herunterladen",
            downloadJSON: "Aufgaben als JSON"),
        pendingForm: PendingForm(
            heading: "Du musstest dich neu anmelden. {question}",
            add: "Diese Aufgabe hinzufügen?",
            change: "Die Aufgabe so ändern?",
            complete: "Die Aufgabe als erledigt markieren?",
            reopen: "Die Aufgabe wieder öffnen?",
            delete: "Die Aufgabe löschen?",
            deleteNamed: "Diese Aufgabe löschen?",
            completeAll: "Alle Aufgaben als erledigt markieren?",
            reopenAll: "Alle Aufgaben wieder öffnen?",
            clearCompleted: "Die erledigten Aufgaben löschen?",
            confirm: "Ja, ausführen",
            discard: "Nein, verwerfen"),
        claims: Claims(
            heading: "Angaben",
            lead: "Was dein Anmeldedienst in dieser Sitzung über dich mitteilt.",
            idToken: "Aus dem ID-Token",
            userInfo: "Aus UserInfo",
            claim: "Angabe",
            value: "Wert"),
        sessions: Sessions(
            heading: "Sitzungen",
            lead: "Hier bist du überall angemeldet. Beende, was du nicht kennst oder nicht mehr brauchst.",
            current: "diese hier",
            signedIn: "Angemeldet am",
            lastUsed: "zuletzt genutzt am",
            time: "{time} UTC",
            browserOn: "{browser} auf {system}",
            unknownBrowser: "Ein unbekannter Browser",
            signOutHere: "Hier abmelden",
            end: "Beenden",
            endNamed: "Sitzung beenden: {browser}, angemeldet am {time}",
            endOthers: "Alle anderen beenden",
            more: "Weitere Sitzungen"),
        keys: Keys(
            heading: "Tastenkürzel",
            lead: "Sie gelten auf der Seite mit den Aufgaben, wenn Skripte erlaubt sind.",
            newTask: "Neue Aufgabe schreiben",
            help: "Diese Tastenkürzel anzeigen",
            save: "Eingabe speichern",
            cancel: "Bearbeiten abbrechen",
            close: "Schließen",
            switchOff: "n und ? abschalten"),
        signedOut: SignedOut(
            title: "Abgemeldet",
            heading: "Du bist abgemeldet",
            signedInHeading: "Du bist angemeldet",
            lead: """
                Deine Sitzung ist beendet und die Tür abgeschlossen. Wenn auch andere diesen Computer nutzen, schließe \
                noch das Browserfenster.
                """,
            signInAgain: "Wieder anmelden"),
        repost: Repost(
            title: "Anmeldung läuft",
            heading: "Du wirst angemeldet",
            lead: "Einen Moment. Wenn nichts geschieht, drücke „Weiter“.",
            proceed: "Weiter"),
        errorPage: ErrorPage(
            status: "Status",
            draftHeading: "Dein Text ist noch da",
            mayBeSaved: """
                Vielleicht ist die Aufgabe trotzdem gespeichert: Sieh in der Liste nach, bevor du es noch einmal \
                versuchst.
                """,
            task: "Aufgabe",
            tryAgain: "Noch einmal versuchen",
            toCopy: "Dein Text, zum Kopieren",
            reference: "Referenz",
            toSignIn: "Noch einmal anmelden",
            toTasks: "Zurück zu deinen Aufgaben",
            toStart: "Zur Startseite",
            toSessions: "Zu deinen Sitzungen",
            toProviderSignOut: "Auch beim Anmeldedienst abmelden"),
        errors: germanErrors,
        input: Input(
            empty: "Schreib zuerst, was zu tun ist.",
            tooLong: "Eine Aufgabe darf höchstens {limit} Zeichen haben. Kürze sie, oder mach zwei daraus.",
            containsNull: "Eine Aufgabe darf das Zeichen NUL nicht enthalten. Entferne es.",
            emptied: "Der Text ist leer. Schreib, was zu tun ist, oder lösche die Aufgabe.",
            nothingToChange: "Das Formular sagt weder, was die Aufgabe ist, noch, ob sie erledigt ist.",
            noTaskNamed: "Das Formular sagt nicht, welche Aufgabe gemeint ist.",
            noCompletion: "Das Formular sagt nicht, ob die Aufgaben erledigt sind.",
            badCompletion: "Ob eine Aufgabe erledigt ist, kann nur „true“ oder „false“ sein.",
            refusedByAPI: "Der Aufgabendienst hat das nicht angenommen. Ändere den Text und versuche es noch einmal.",
            changeRefusedByAPI: "Der Aufgabendienst hat das nicht angenommen. Es wurde nichts geändert."),
        signIn: SignIn(
            notCompleted: "Die Anmeldung wurde nicht abgeschlossen.",
            signInAgain: "Der Anmeldedienst verlangt, dass du dich noch einmal anmeldest.",
            interactionRequiredAgain: """
                Der Anmeldedienst verlangt gleich nach dieser Anmeldung noch eine. Warte eine Minute; wenn es so \
                bleibt, bitte den Betreiber dieser Website um Hilfe.
                """,
            untrustworthyResponse: "Die Antwort des Anmeldedienstes war nicht vertrauenswürdig.",
            unverifiable: "Was der Anmeldedienst über dich mitteilt, ließ sich nicht überprüfen.",
            insufficientAuthentication: """
                Der Anmeldedienst hat nicht so gründlich oder nicht so kürzlich geprüft, wer du bist, wie es \
                hierfür nötig ist.
                """,
            providerSessionExpired: "Der Anmeldedienst sagt, dass deine Sitzung dort beendet ist.",
            tooLarge: """
                Was der Anmeldedienst über dich mitteilt, ist zu groß: mehr als {limit} Byte. Sein Betreiber muss ihn \
                weniger senden lassen.
                """,
            unknownToProvider: "Der Anmeldedienst kennt diese Anmeldung nicht mehr.",
            refused: "Der Anmeldedienst hat die Anmeldung abgelehnt ({code}).",
            accountLocked: "Das Konto ist gesperrt. Warte eine Weile, oder bitte den Betreiber um Hilfe.",
            providerBusy: "Der Anmeldedienst ist überlastet.",
            unreadableLink: "Der Link, der dich hierher geführt hat, ist nicht lesbar.",
            unreadableResponse: "Die Antwort des Anmeldedienstes ist nicht lesbar.",
            otherProvider: "Der Link, der dich hierher geführt hat, nennt einen anderen Anmeldedienst."))
}
