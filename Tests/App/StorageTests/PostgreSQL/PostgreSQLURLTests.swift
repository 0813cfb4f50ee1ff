import Testing

@testable import PostgreSQLSessionStorage

@Suite struct PostgreSQLURLTests {
    @Test("A URL of either scheme is read, and one of another is none", arguments: ["postgresql", "postgres"])
    func schemes(scheme: String) throws {
        #expect(try PostgreSQLURL("\(scheme)://someone:hidden@db.example:5433/latchkey?sslmode=verify-full") != nil)
        #expect(try PostgreSQLURL("\(scheme):///latchkey?host=/run/postgresql") != nil)
        #expect(try PostgreSQLURL("\(scheme)://u:p%40%2F@one:5432,two/d?application_name=a@b&connect_timeout=5") != nil)
        #expect(try PostgreSQLURL("\(scheme):latchkey") == nil)
        #expect(try PostgreSQLURL("sqlite:latchkey") == nil)
        #expect(try PostgreSQLURL("host=db password=hidden") == nil)
    }

    @Test(
        "A URL that libpq can't read is refused in words that repeat nothing of it",
        arguments: [
            "u:hid%zzden@h/d", "u:p@h/d?nosuch=hidden", "u:hidden@[::1/d", "u:p@h/d?sslmode", "u:p\0hidden@h/d",
            // Passwords that aren't percent-encoded: libpq would take them for ports, hosts and names.
            "u:hidden/x@h/d", "u:1/hidden@h/d", "u:p@hidden@h/d", "u:hidden?x=1", "/hidden@h", "u:p?x@hidden@h/d",
            "u:p@h:hidden/d",
            "u:p@one:5432,two:hidden/d",
        ])
    func unreadable(rest: String) {
        let error = #expect(throws: PostgreSQLStorageError.self) { try PostgreSQLURL("postgresql://\(rest)") }
        #expect(error?.kind == .invalidURL)
        #expect(error?.description.contains("hid") == false)
    }

    @Test(
        "A URL with several hosts is read as libpq reads it",
        arguments: [
            "one,two/d?target_session_attrs=read-write", "one:5433,two/d?target_session_attrs=primary",
            "one,two:5433,[::1]:1/d?target_session_attrs=any", "one,two/d?port=5433", "one,two/d?port=5433,",
            "/d?host=/run/a,/run/b&port=5432,5433", "h:65535/d", "one,two/d?hostaddr=10.0.0.1,10.0.0.2",
            "/d?hostaddr=10.0.0.1,10.0.0.2&port=1,2",
            "h/d?keepalives=0&keepalives_idle=60&tcp_user_timeout=9000&channel_binding=require",
        ])
    func severalHosts(rest: String) throws {
        #expect(try PostgreSQLURL("postgresql://\(rest)") != nil)
    }

    @Test(
        "A URL's value that libpq would refuse only when it connects is refused",
        arguments: [
            ("h:0/d", "port is no number from 1 to 65535"), ("h:65536/d", "port is no number from 1 to 65535"),
            ("one:5432,two:65536/d", "port is no number from 1 to 65535"),
            ("one,two/d?port=0", "port is no number from 1 to 65535"),
            ("one,two/d?port=1,2,3", "3 ports for 2 hosts"), ("one,two,three/d?port=1,2", "2 ports for 3 hosts"),
            ("/d?port=1,2", "2 ports for 1 hosts"), ("/d?hostaddr=10.0.0.1&port=1,", "2 ports for 1 hosts"),
            ("one,two/d?hostaddr=10.0.0.1", "2 values of host and 1 of hostaddr"),
            ("one,two/d?target_session_attrs=hidden", "target_session_attrs is none of any, read-write"),
            ("one,two/d?target_session_attrs=PRIMARY", "target_session_attrs is none of any, read-write"),
            ("h/d?sslmode=hidden", "sslmode is none of disable"), ("h/d?gssencmode=hidden", "gssencmode is none of"),
            ("h/d?channel_binding=on", "channel_binding is none of"),
            ("h/d?connect_timeout=hidden", "connect_timeout is no whole number"),
            ("h/d?keepalives_idle=1.5", "keepalives_idle is no whole number"),
        ])
    func refusedAtConnecting(rest: String, problem: String) {
        let error = #expect(throws: PostgreSQLStorageError.self) { try PostgreSQLURL("postgresql://\(rest)") }
        #expect(error?.kind == .invalidURL)
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("hid") == false)
    }

    @Test(
        "URLs that differ in user, password or way to connect name one database, not those in server, port or name",
        arguments: [
            ("postgresql://u:p@db.example/latchkey", "postgresql://u:new@db.example/latchkey", true),
            ("postgresql://u:p@db.example/latchkey", "postgres://other:new@db.example/latchkey?sslmode=require", true),
            (
                "postgresql://u:p@/latchkey?host=/run/pg", "postgresql:///latchkey?host=/run/pg&user=u&password=new",
                true
            ),
            ("postgresql://u:p@db.example/latchkey", "postgresql://u:p@other.example/latchkey", false),
            ("postgresql://u:p@db.example/latchkey", "postgresql://u:p@db.example:5433/latchkey", false),
            ("postgresql://u:p@db.example/latchkey", "postgresql://u:p@db.example/other", false),
            ("postgresql://u:p@db.example/latchkey", "postgresql://u:p@db.example/latchkey?hostaddr=10.0.0.1", false),
            (
                "postgresql://u:p@db.example/latchkey",
                "postgresql://u:p@db.example/latchkey?options=-csearch_path%3Dother", false
            ),
            ("postgresql://u:p@db.example", "postgresql://u:new@db.example", true),
            ("postgresql://u:p@db.example", "postgresql://other:p@db.example", false),
        ])
    func samePlace(text: String, other: String, isSame: Bool) throws {
        let (url, replacement) = (try #require(try PostgreSQLURL(text)), try #require(try PostgreSQLURL(other)))
        let current = CurrentURL(url)
        #expect(current.replace(with: replacement) == isSame)
        #expect(current.value == (isSame ? replacement : url))
    }

    @Test("Printing a database URL shows nothing of it")
    func printing() throws {
        let url = try #require(try PostgreSQLURL("postgresql://someone:hidden@db.example/x"))
        var dumped = "\(url) \(String(reflecting: url)) \(Optional(url) as Any)"
        dump(url, to: &dumped)
        for part in ["hidden", "someone", "db.example"] { #expect(!dumped.contains(part)) }
    }

    @Test(
        "An error message of the database loses its line breaks, and passwords as they are, not as the URL spells them")
    func redaction() throws {
        let url = try #require(try PostgreSQLURL("postgresql://u:s%40cret@h/d?sslpassword=other"))
        #expect(url.redacted("no s@cret,\n\tno other\n") == "no (secret),; no (secret)")
        let without = try #require(try PostgreSQLURL("postgresql://h/d"))
        #expect(without.redacted("as it is") == "as it is")
    }
}
