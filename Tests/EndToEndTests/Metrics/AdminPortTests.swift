import CurlTransport
import Foundation
import HTTPTransport
import HTTPTypes
import NIOCore
import NIOPosix
import SiteTesting
import Synchronization
import TestSupport
import Testing

/// The program with `adminListen`.
@Suite struct AdminPortTests {
    @Test("The admin port has metrics and probes, but no pages, and the public port has no metrics")
    func places() async throws {
        try await AdminProgram.running { program in
            let metrics = try await program.admin.get("/metrics")
            #expect(metrics.status == 200)
            #expect(metrics["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            #expect(metrics["Cache-Control"] == "no-store")
            #expect(try await program.admin.get("/metrics", method: .head).status == 200)
            #expect(try await program.admin.post("/metrics", FormBody()).status == 405)
            for path in ["/", "/tasks", "/sign-in", "/auth/openid/return", "/metrics/more", "/favicon.ico"] {
                #expect(try await program.admin.get(path).status == 404, "\(path)")
            }
            for (path, word) in [("/healthz", "alive"), ("/readyz", "ready")] {
                for port in [program.admin, program.web] {
                    let page = try await port.get(path)
                    #expect(page.status == 200 && page.text.contains(word))
                    #expect(try await port.get(path, method: .head).status == 200)
                    let refused = try await port.post(path, FormBody())
                    #expect(refused.status == 405 && refused["Allow"] == "GET, HEAD")
                }
            }
            #expect(try await program.web.get("/metrics").status == 404)
            for path in ["/metrics", "/healthz"] {
                let response = try await rawResponse(
                    to: "GET \(path) HTTP/1.1\r\nHost: metrics.example\r\nConnection: close\r\n\r\n",
                    at: program.adminPort)
                #expect(response.hasPrefix("HTTP/1.1 200 "), "whatever name the monitoring has for it")
            }
        }
    }

    @Test("A scrape doesn't wait for a database that doesn't respond") func silentDatabase() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(silent.localAddress?.port)
        try await AdminProgram.running(["--database", "postgresql://latchkey@127.0.0.1:\(port)/latchkey"]) { program in
            let order = Mutex<[String]>([])
            async let readiness = {
                let status = try await program.admin.get("/readyz").status
                order.withLock { $0.append("readyz") }
                return status
            }()
            let scrape = try await program.scrape()
            order.withLock { $0.append("metrics") }
            #expect(scrape.types["latchkey_ended_sessions_held"] == "gauge")
            let status = try await readiness
            #expect(status == 503)
            #expect(order.withLock { $0 } == ["metrics", "readyz"])
        }
        try await silent.close()
    }

    @Test("Metrics show a user's actions, but neither the user nor an id or a token") func whatUsersDo() async throws {
        try await AdminProgram.running { program in
            let tasks = try await program.web.throughProvider("/sign-in", AdminProgram.user)
            var form = try #require(tasks.form(to: "/tasks"))
            form.fields["task"] = "milk"
            let list = try await program.web.arrive(from: try await program.web.submit(form))
            let id = try #require(list.elements(having: "data-task-id").first?.value)
            let token = FormBody([("csrf", try #require(form.fields["csrf"]))])
            #expect(try await program.web.post("/tasks/\(id)/delete", token).status == 303)
            #expect(try await program.web.get("/nowhere").status == 404)

            let scrape = try await program.scrape()
            let requests = "http_server_request_duration_seconds_count"
            for (method, status, route) in [
                ("GET", 303, "/auth/openid/return"), ("POST", 303, "/tasks"), ("POST", 303, "/tasks/{id}/delete"),
                ("GET", 404, "unknown"),
            ] {
                let labels =
                    #"http_request_method="\#(method)",http_response_status_code="\#(status)",http_route="\#(route)""#
                #expect(scrape["\(requests){\(labels)}"] == 1, "\(labels)")
            }
            #expect(scrape.counts("latchkey_sign_ins_total") == ["succeeded": 1])
            #expect(try #require(scrape["latchkey_connections"]) >= 1)
            #expect(scrape["http_server_active_requests"] != nil)
            #expect(try #require(scrape["process_resident_memory_bytes"]) > 1_000_000)
            #expect(try #require(scrape["process_cpu_seconds_total"]) > 0)
            #expect(scrape["latchkey_ended_sessions_held"] == 0)
            for text in [id, "alice", "Alice", "milk"]
                + program.web.cookies.keys.compactMap({ program.web.cookies[$0] })
            {
                #expect(!scrape.text.contains(text))
            }
        }
    }
}
