package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"
)

const (
	apiTimeout   = 10 * time.Second
	maximumBytes = 8 << 20
)

type task struct {
	ID        string `json:"id"`
	Text      string `json:"task"`
	Completed bool   `json:"completed"`
}

type list struct {
	tasks     []task
	active    int
	completed int
}

type tasksAPI struct {
	url       *url.URL
	transport *http.Transport
}

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func newTasksAPI(base string) (*tasksAPI, error) {
	list, err := url.Parse(base + "?limit=100")
	return &tasksAPI{list, &http.Transport{
		MaxIdleConnsPerHost: 1024, IdleConnTimeout: time.Minute, DisableCompression: true,
		MaxResponseHeaderBytes: 64 << 10}}, err
}

// The user's first tasks.
func (api *tasksAPI) list(ctx context.Context, token string) (found list, err error) {
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	// An http.Client would follow redirects with the token.
	response, err := api.transport.RoundTrip(api.request(token).WithContext(ctx))
	if err != nil {
		return found, err
	}
	defer response.Body.Close()
	body := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(body)
	body.Reset()
	if _, err := body.ReadFrom(io.LimitReader(response.Body, maximumBytes+1)); err != nil {
		return found, err
	}
	if response.StatusCode != http.StatusOK || body.Len() > maximumBytes {
		return found, fmt.Errorf("the tasks API responds with %d and %d bytes", response.StatusCode, body.Len())
	}
	if err := json.Unmarshal(body.Bytes(), &found.tasks); err != nil {
		return found, err
	}
	total, err := strconv.Atoi(response.Header.Get("Total-Count"))
	if err != nil {
		return found, err
	}
	found.completed, err = strconv.Atoi(response.Header.Get("Completed-Count"))
	found.active = total - found.completed
	return found, err
}

// The request has identifiers by which it is found in the logs of both servers, as Latchkey's has.
func (api *tasksAPI) request(token string) *http.Request {
	digits := hex.EncodeToString(random(40))
	id := digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:32]
	return &http.Request{Method: http.MethodGet, URL: api.url, Host: api.url.Host, Header: http.Header{
		"Authorization":     {"Bearer " + token},
		"Client-Request-Id": {id},
		"X-Correlation-Id":  {id},
		"Traceparent":       {"00-" + digits[32:64] + "-" + digits[64:] + "-00"},
		"User-Agent":        {"go_page"},
	}}
}
