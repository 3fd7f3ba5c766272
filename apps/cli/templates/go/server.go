// The HTTP server: the calls of the platform, the page with its files, and what the page asks of this server.
package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log"
	"mime"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
)

const maxBodyBytes = 1 << 20

//go:embed pages
var pages embed.FS

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reminders</title>
<meta name="service-origin" content="{origin}">
<link rel="stylesheet" id="service-fonts" href="{origin}/sdk/fonts.css">
<link rel="stylesheet" href="app.css">
<script src="{origin}/sdk/bridge.js"></script>
<script type="module" src="app.mjs"></script>
</head>
<body></body>
</html>
`

// Only the platform may show the page in a frame, and only its script and ours run.
const policy = "default-src 'none'; script-src 'self' {origin}; style-src 'self' {origin}; font-src 'self' {origin}; " +
	"img-src 'self' data:; connect-src 'self' {origin}; base-uri 'none'; frame-ancestors {origin}"

// NewServer returns the handler of all requests.
func NewServer(s *Service) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, status("ok")) })
	mux.HandleFunc("/service/", posted(200, s.Call))
	mux.HandleFunc("/pages/app", s.servePage)
	mux.HandleFunc("/pages/", serveFile)
	// What the page may ask of this server. An error of the API reaches the page with its code.
	mux.HandleFunc("/reminders", posted(201, s.addReminder))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { answerProblem(w, 404, "not_found") })
	return mux
}

// posted serves POST requests. The signature covers the body exactly as it was received, so it is read before anything
// parses it.
func posted(success int, run func(*http.Request, []byte) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		isService := strings.HasPrefix(r.URL.Path, "/service/")
		defer func() {
			if failure := recover(); failure != nil {
				log.Printf("%s failed: %v\n%s", r.URL.Path, failure, debug.Stack())
				answerProblem(w, 500, "plugin.failed")
			}
		}()
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", "POST")
			answerProblem(w, 405, "request.method_not_allowed")
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		if err != nil {
			answerProblem(w, 413, "request.too_large")
			return
		}
		value, err := run(r, body)
		var refused Refused
		var failed *APIError
		switch {
		case err == nil:
			answer(w, success, value)
		case errors.As(err, &refused):
			if isService && refused.Status != 401 { // A signature that is not valid has a line that says why.
				fmt.Printf("%d refused %q %s\n", refused.Status, r.URL.Path, refused.Code)
			}
			answerProblem(w, refused.Status, refused.Code)
		case errors.As(err, &failed) && !isService: // The page has texts for codes such as wallet.insufficient_balance.
			log.Printf("%s failed: %v", r.URL.Path, err)
			answerProblem(w, failed.Status, failed.Code)
		default: // Only the log tells what failed: the platform must not see the plugin's data. It sends an event again.
			log.Printf("%s failed: %v", r.URL.Path, err)
			code := "plugin.failed"
			if HasCode(err, "auth.handle_read_only") { // A tool that writes is a mistake that its code names.
				code = "auth.handle_read_only"
			}
			answerProblem(w, 500, code)
		}
	}
}

// addReminder answers POST /reminders {installation_id, handle, id, title, days}: a person adds a reminder on the page.
func (s *Service) addReminder(r *http.Request, body []byte) (any, error) {
	var asked struct {
		InstallationID string `json:"installation_id"`
		Handle         string `json:"handle"`
		ID             string `json:"id"`
		Title          string `json:"title"`
		Days           int    `json:"days"`
	}
	isValid := json.Unmarshal(body, &asked) == nil && asked.Handle != "" && asked.ID != "" && asked.Title != ""
	if !isValid || asked.Days < 0 || asked.Days > 3650 {
		return nil, Refused{400, "request.invalid"}
	}
	client, err := s.Client(r.Context(), asked.InstallationID)
	if err != nil {
		return nil, err
	}
	person := client.OnBehalfOf(asked.Handle)
	// Refuses a handle that is not valid, before anything is charged.
	zone, err := person.TimeZone()
	if err != nil {
		return nil, err
	}
	return status("proposed"), sellReminder(client, person, asked.ID, asked.Title, dayAfter(asked.Days, zone))
}

func (s *Service) servePage(w http.ResponseWriter, r *http.Request) {
	known, err := s.find(r.URL.Query().Get("installation_id"))
	if err != nil || known == nil || known.Removed {
		answerProblem(w, 404, "not_found")
		return
	}
	origin := originOf(known.APIBase)
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", strings.ReplaceAll(policy, "{origin}", origin))
	header.Set("Referrer-Policy", "no-referrer")
	send(w, 200, "text/html; charset=utf-8", []byte(strings.ReplaceAll(page, "{origin}", html.EscapeString(origin))))
}

func serveFile(w http.ResponseWriter, r *http.Request) {
	types := map[string]string{".mjs": "text/javascript", ".css": "text/css"}
	contentType := types[path.Ext(r.URL.Path)]
	file, err := pages.ReadFile(strings.TrimPrefix(r.URL.Path, "/"))
	if err != nil || contentType == "" {
		answerProblem(w, 404, "not_found")
		return
	}
	send(w, 200, mime.FormatMediaType(contentType, map[string]string{"charset": "utf-8"}), file)
}

func answer(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	send(w, status, "application/json", body)
}

// answerProblem sends a problem document (RFC 9457). It says nothing about the inside of the plugin.
func answerProblem(w http.ResponseWriter, status int, code string) {
	problem := map[string]any{"type": "about:blank", "title": http.StatusText(status), "status": status, "code": code}
	body, _ := json.Marshal(problem)
	send(w, status, "application/problem+json", body)
}

func send(w http.ResponseWriter, status int, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
