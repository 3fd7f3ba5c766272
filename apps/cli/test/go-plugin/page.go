package main

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// addNote is what the page sends: {installation_id, handle, text}.
func (p *plugin) addNote(w http.ResponseWriter, r *http.Request) {
	var body struct {
		InstallationID string `json:"installation_id"`
		Handle         string `json:"handle"`
		Text           string `json:"text"`
	}
	if json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&body) != nil || body.Handle == "" {
		write(w, refused(http.StatusBadRequest, "request.invalid"))
		return
	}
	known := p.store.find(body.InstallationID)
	if known == nil {
		write(w, refused(http.StatusNotFound, "not_found"))
		return
	}
	note := map[string]any{"data": map[string]string{"text": body.Text}}
	status, err := known.api(body.Handle).request(http.MethodPut, "/records/note/page", note, nil)
	if err != nil {
		status = http.StatusServiceUnavailable
	}
	write(w, answer{status, map[string]string{}})
}

func (p *plugin) page(w http.ResponseWriter, r *http.Request) {
	origin := "'none'"
	if known := p.store.find(r.URL.Query().Get("installation_id")); known != nil {
		origin = originOf(known.APIBase)
	}
	w.Header().Set("Content-Security-Policy", "default-src 'self' "+origin+"; frame-ancestors "+origin)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Notes</title>")
}
