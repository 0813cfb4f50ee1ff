// Latchkey's page of tasks, written by hand with Go's standard library, so that the benchmark can compare the two.
//
//	SESSION_KEY=HEX go_page cookie TOKEN        # prints the cookie of a signed-in user who has this access token
//	SESSION_KEY=HEX go_page serve LISTEN API    # serves GET /tasks; API is the URL of a tasks API
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

// The fields of each response.
var security = http.Header{
	"Content-Security-Policy": {"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
		"connect-src 'self'; manifest-src 'self'; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
	"Referrer-Policy":              {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), geolocation=(), microphone=()"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cache-Control":                {"no-store"},
}

// The further fields of a page.
var (
	contentType = []string{"text/html; charset=utf-8"}
	preloads    = []string{
		"</assets/app-7c357e89.css>; rel=preload; as=style, </assets/app-d14566d7.js>; rel=preload; as=script"}
)

type site struct {
	seal *seal
	api  *tasksAPI
}

func main() {
	seal, err := newSeal(os.Getenv("SESSION_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	switch {
	case len(os.Args) == 3 && os.Args[1] == "cookie":
		fmt.Println(cookieName + "=" + seal.session(newSession(os.Args[2], time.Now().Unix())))
	case len(os.Args) == 4 && os.Args[1] == "serve":
		log.Fatal(serve(os.Args[2], os.Args[3], seal))
	default:
		log.Fatal("usage: go_page cookie TOKEN | serve LISTEN API")
	}
}

func serve(address, url string, seal *seal) error {
	api, err := newTasksAPI(url)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/tasks", &site{seal, api})
	server := &http.Server{
		Addr: address, Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 64 << 10}
	return server.ListenAndServe()
}

// ServeHTTP responds with the page of tasks.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fields := w.Header()
	for name, value := range security {
		fields[name] = value
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		fields.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	now := time.Now().Unix()
	user, ok := s.seal.openSession(r, now)
	if !ok {
		fields.Set("Location", "/sign-in?returnTo=%2Ftasks")
		w.WriteHeader(http.StatusSeeOther)
		return
	}
	found, err := s.api.list(r.Context(), user.Token)
	if err != nil {
		log.Print(err)
		http.Error(w, "the tasks can't be shown", http.StatusBadGateway)
		return
	}
	if now-user.LastUsed >= renewal {
		fields.Set("Set-Cookie", s.seal.renewed(user, now))
	}
	p := pages.Get().(*page)
	defer pages.Put(p)
	p.Reset()
	p.write(user, s.seal.csrf(user), found)
	fields["Content-Type"], fields["Link"] = contentType, preloads
	fields.Set("Content-Length", strconv.Itoa(p.Len()))
	if _, err := w.Write(p.Bytes()); err != nil {
		log.Print(err)
	}
}
