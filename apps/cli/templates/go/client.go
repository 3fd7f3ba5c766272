// The plugin API of one installation, with the errors of the API and repetitions when it is busy.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	attempts      = 3
	attemptTime   = 5 * time.Second
	maxReplyBytes = 4 << 20
	maxErrorBytes = 1500
)

// The API never redirects. A redirect would carry the token to another address.
var apiCaller = &http.Client{
	Timeout:       attemptTime,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// APIError is an answer of the API that is no success. Compare Code; the text of the error says the rest to people.
type APIError struct {
	Status    int
	Code      string          `json:"code"`
	Detail    string          `json:"detail"`
	Params    json.RawMessage `json:"params"`
	RequestID string          `json:"request_id"`
	call      string
}

func (e *APIError) Error() string {
	// The params name each field that was refused.
	params := string(e.Params)
	if len(params) > maxErrorBytes {
		params = params[:maxErrorBytes]
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %d %s | %s %s %s", e.call, e.Status, e.Code, e.Detail, params, e.RequestID))
}

// HasCode reports whether an error is an answer of the API with this code.
func HasCode(err error, code string) bool {
	var failed *APIError
	return errors.As(err, &failed) && failed.Code == code
}

// Client calls the plugin API of one installation.
type Client struct {
	ctx                    context.Context
	apiBase, token, handle string
	readOnly               bool
}

// OnBehalfOf returns a client that sees exactly what the person of the handle may see.
func (c *Client) OnBehalfOf(handle string) *Client {
	person := *c
	person.handle = handle
	return &person
}

// Request is a request of the plugin API. Path begins after api_base.
type Request struct {
	Method, Path string
	Body         any
	Key          string // The idempotency key, the same in every attempt. Without it, the request gets a random one.
	Revision     int    // The revision that a write needs; 0 for any.
}

// Get reads: client.Get("/platform/cases?q=rent", &page) the records of the platform, for example.
func (c *Client) Get(path string, reply any) error {
	return c.Send(Request{Method: "GET", Path: path}, reply)
}

// Settings reads what the admin has set for this installation, with the defaults of the manifest. Only the plugin's own
// client gets secret settings (`writeOnly: true`); a person's gets the others.
func (c *Client) Settings(settings any) error {
	return c.Get("/installation", &struct {
		Settings any `json:"settings"`
	}{settings})
}

// TimeZone reads the time zone of the organisation.
func (c *Client) TimeZone() (*time.Location, error) {
	var installation struct {
		Locale struct {
			Timezone string `json:"timezone"`
		} `json:"locale"`
	}
	if err := c.Get("/installation", &installation); err != nil {
		return nil, err
	}
	return time.LoadLocation(installation.Locale.Timezone)
}

// Send sends a request, and repeats it when the API is busy, with the same key, so that repeating has no second effect.
// reply may be nil.
func (c *Client) Send(r Request, reply any) error {
	isWrite := r.Method != "GET"
	if isWrite && c.readOnly {
		// A tool changes nothing and is not paid for. Do that when an event arrives, or for your page.
		return &APIError{Status: 403, Code: "auth.handle_read_only", call: r.Method + " " + r.Path}
	}
	if isWrite && r.Key == "" {
		r.Key = randomKey()
	}
	body, err := json.Marshal(r.Body)
	if err != nil {
		return err
	}
	for attempt := 1; ; attempt++ {
		text, err := c.attempt(r, body)
		if err == nil && reply != nil {
			return json.Unmarshal(text, reply)
		}
		if err == nil || attempt == attempts || !isTemporary(err) {
			return err
		}
		pause := time.Duration(100+mathrand.Intn(200)) * time.Millisecond << attempt
		select {
		case <-c.ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

func isTemporary(err error) bool {
	var failed *APIError
	return !errors.As(err, &failed) || failed.Status == 429 || failed.Status == 503
}

func (c *Client) attempt(r Request, body []byte) ([]byte, error) {
	request, err := http.NewRequestWithContext(c.ctx, r.Method, c.apiBase+r.Path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	if r.Method != "GET" {
		request.Body = io.NopCloser(bytes.NewReader(body))
		request.ContentLength = int64(len(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", sentKey(r.Key))
	}
	if c.handle != "" {
		request.Header.Set("Service-Handle", c.handle)
	}
	if r.Revision > 0 {
		request.Header.Set("If-Match", fmt.Sprintf(`"%d"`, r.Revision))
	}
	response, err := apiCaller.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxReplyBytes))
	if err == nil && response.StatusCode >= 300 {
		failed := &APIError{}
		_ = json.Unmarshal(text, failed) // What is between here and the instance may answer without JSON.
		failed.Status, failed.call = response.StatusCode, r.Method+" "+r.Path
		return nil, failed
	}
	return text, err
}

// Record is one of the plugin's own records.
type Record struct {
	Data     json.RawMessage `json:"data"`
	Revision int             `json:"revision"`
}

func recordPath(kind, id string) string {
	return "/records/" + kind + "/" + url.PathEscape(id)
}

// FindRecord returns a record, or nil when there is none.
func (c *Client) FindRecord(kind, id string) (*Record, error) {
	var record Record
	err := c.Get(recordPath(kind, id), &record)
	if HasCode(err, "record.not_found") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &record, nil
}

// PutRecord writes a record: that revision of it, or any for 0.
func (c *Client) PutRecord(kind, id string, data any, revision int) error {
	body := map[string]any{"data": data}
	return c.Send(Request{Method: "PUT", Path: recordPath(kind, id), Body: body, Revision: revision}, nil)
}

// EachRecord calls a function with all records of a type, page after page, until it returns false or an error.
func (c *Client) EachRecord(kind string, each func(Record) (more bool, err error)) error {
	for path := "/records/" + kind + "?limit=200"; ; {
		var page struct {
			Items      []Record `json:"items"`
			NextCursor *string  `json:"next_cursor"`
		}
		if err := c.Get(path, &page); err != nil {
			return err
		}
		for _, record := range page.Items {
			if more, err := each(record); err != nil || !more {
				return err
			}
		}
		if page.NextCursor == nil {
			return nil
		}
		path = "/records/" + kind + "?limit=200&cursor=" + url.QueryEscape(*page.NextCursor)
	}
}

// Charge reserves MU, and pays when work succeeds. When it returns an error, nothing is paid. Repeated with the same
// key, it pays once: it uses the same hold, or a new one when that one was released or has expired. work runs again.
func (c *Client) Charge(service string, count int, key string, work func() error) error {
	hold, err := c.usableHold(map[string]any{"service": service, "count": count}, key)
	if err != nil {
		return err
	}
	path := "/wallet/holds/" + hold
	if err := work(); err != nil {
		// When this fails as well, the hold ends by itself after 15 minutes.
		_ = c.Send(Request{Method: "POST", Path: path + "/release", Body: struct{}{}}, nil)
		return err
	}
	return c.Send(Request{Method: "POST", Path: path + "/settle", Body: struct{}{}, Key: key + ".settle"}, nil)
}

func (c *Client) usableHold(use map[string]any, key string) (string, error) {
	for number := 1; ; number++ {
		var hold struct{ ID, Status string }
		holdKey := fmt.Sprintf("%s.hold.%d", key, number)
		if err := c.Send(Request{Method: "POST", Path: "/wallet/holds", Body: use, Key: holdKey}, &hold); err != nil {
			return "", err
		}
		// The answer to a repetition is the first one, so the status may have changed.
		err := c.Get("/wallet/holds/"+hold.ID, &hold)
		if HasCode(err, "wallet.hold_not_found") {
			return hold.ID, nil // Settled holds are removed after a time.
		}
		if err != nil || (hold.Status != "released" && hold.Status != "expired") {
			return hold.ID, err
		}
	}
}

var acceptedKey = regexp.MustCompile(`^[A-Za-z0-9._:-]{1,128}$`)

// sentKey replaces a key that the API would not accept by its SHA-256, so that a key may be made of any id.
func sentKey(key string) string {
	if acceptedKey.MatchString(key) {
		return key
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(key)))
}

func randomKey() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}
