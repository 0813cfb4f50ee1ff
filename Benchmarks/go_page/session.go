package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Times in seconds.
const (
	lifetime    = 12 * 3600
	idleTimeout = 3600
	// The age of the last use in a cookie at which the cookie is renewed.
	renewal = 60
	// How long a form's token outlasts its session.
	afterlife = 86400
)

const cookieName = "session"

type session struct {
	ID       []byte
	Subject  string
	Name     string
	Token    string
	Expires  int64
	LastUsed int64
}

func newSession(token string, now int64) session {
	return session{random(16), "somebody", "Somebody", token, now + lifetime, now}
}

// The first bytes of a digest of the user.
func (user session) mark() []byte {
	digest := sha256.Sum256([]byte(user.Subject))
	return digest[:6]
}

// A seal encrypts and authenticates values that the browser stores.
type seal struct {
	aead cipher.AEAD
}

func newSeal(text string) (*seal, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != 32 {
		return nil, errors.New("SESSION_KEY has to have 64 hexadecimal digits")
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &seal{aead}, err
}

// The session of a request's cookie, if it is usable.
func (s *seal) openSession(r *http.Request, now int64) (user session, ok bool) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return user, false
	}
	plain, err := s.open(cookieName, cookie.Value)
	if err != nil || json.Unmarshal(plain, &user) != nil {
		return user, false
	}
	return user, now < user.Expires && now < user.LastUsed+idleTimeout
}

func (s *seal) session(user session) string {
	plain, err := json.Marshal(user)
	if err != nil {
		panic(err)
	}
	return s.close(cookieName, plain)
}

// The Set-Cookie field of a session that is used now.
func (s *seal) renewed(user session, now int64) string {
	user.LastUsed = now
	return fmt.Sprintf("%s=%s; Max-Age=%d; Path=/; HttpOnly; SameSite=Lax",
		cookieName, s.session(user), user.Expires-now)
}

// The token of a page's forms: the start of the session's id, the user's mark, and when the token expires.
func (s *seal) csrf(user session) string {
	plain := make([]byte, 0, 20)
	plain = append(append(plain, user.ID[:6]...), user.mark()...)
	return s.close("csrf", binary.BigEndian.AppendUint64(plain, uint64(user.Expires+afterlife)))
}

// Seals a value. The purpose is authenticated, so that the value opens for no other one.
func (s *seal) close(purpose string, plain []byte) string {
	size := s.aead.NonceSize()
	sealed := make([]byte, size, size+len(plain)+s.aead.Overhead())
	draw(sealed)
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(sealed, sealed, plain, []byte(purpose)))
}

func (s *seal) open(purpose, text string) ([]byte, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	size := s.aead.NonceSize()
	if err != nil || len(sealed) < size {
		return nil, errors.New("not a sealed value")
	}
	return s.aead.Open(sealed[size:size], sealed[:size], sealed[size:], []byte(purpose))
}

func random(count int) []byte {
	drawn := make([]byte, count)
	draw(drawn)
	return drawn
}

func draw(drawn []byte) {
	if _, err := rand.Read(drawn); err != nil {
		panic(err)
	}
}
