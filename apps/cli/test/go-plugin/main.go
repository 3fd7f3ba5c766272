// Command plugin is a plugin with the standard library and the published verifier, which fulfils the contract.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	pluginID     = "ir.example.plugin"
	maxBody      = 1 << 20
	maxIssuerAge = 300
)

type plugin struct {
	hub   string
	store *store
}

type call struct {
	installation string
	header       http.Header
	body         []byte
	json         struct {
		Event          string          `json:"event"`
		ID             string          `json:"id"`
		Type           string          `json:"type"`
		InstallationID string          `json:"installation_id"`
		APIBase        string          `json:"api_base"`
		Token          string          `json:"token"`
		SigningSecret  string          `json:"signing_secret"`
		Reconnect      bool            `json:"reconnect"`
		Handle         string          `json:"handle"`
		Data           json.RawMessage `json:"data"`
	}
}

type outcome struct {
	ExternalID string  `json:"external_id"`
	Outcome    string  `json:"outcome"`
	Reason     *string `json:"reason"`
	Revision   int     `json:"revision"`
}

func main() {
	folder := os.Getenv("KUSHK_STATE_DIR")
	if folder == "" {
		folder = "state"
	}
	stored, err := openStore(folder)
	if err != nil {
		log.Fatal(err)
	}
	p := &plugin{hub: strings.TrimRight(os.Getenv("KUSHK_BASE_URL"), "/"), store: stored}
	http.HandleFunc("/service/lifecycle", p.signed(p.lifecycle))
	http.HandleFunc("/service/events", p.signed(p.event))
	http.HandleFunc("/service/tools/find_note", p.signed(p.tool))
	http.HandleFunc("/notes", p.addNote)
	http.HandleFunc("/app", p.page)
	server := &http.Server{Addr: "127.0.0.1:" + os.Getenv("PORT"), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

type answer struct {
	status int
	body   any
}

func refused(status int, code string) answer {
	return answer{status, map[string]string{"code": code}}
}

// signed reads the raw body before anything parses it, because the signature covers exactly these bytes.
func (p *plugin) signed(handle func(call) answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		c := call{installation: r.Header.Get("Service-Installation-Id"), header: r.Header, body: body}
		if err != nil || json.Unmarshal(body, &c.json) != nil || c.installation == "" {
			write(w, refused(http.StatusBadRequest, "request.malformed"))
			return
		}
		unlock := p.store.lock(c.installation)
		defer unlock()
		reply := handle(c)
		if reply.status >= 400 {
			log.Printf("%d %s %s", reply.status, r.URL.Path, c.installation)
		}
		write(w, reply)
	}
}

func write(w http.ResponseWriter, a answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.status)
	if err := json.NewEncoder(w).Encode(a.body); err != nil {
		log.Print(err)
	}
}

func (c call) isSigned(secrets []string) bool {
	return VerifyCall(secrets, c.header.Get("Service-Signature"), c.body, time.Now().Unix()) == "valid"
}

// issued returns the time at which the instance of the origin signed the call. The hub must list the instance, and the
// instance must publish the key itself, so that no listed instance can sign for another one.
func (p *plugin) issued(c call, origin string) (int64, bool) {
	header := c.header.Get("Service-Issuer-Signature")
	claims, ok := ReadIssuer(header)
	if !ok || (origin != "" && claims.Iss != origin) {
		return 0, false
	}
	expected := IssuerExpectation{PluginID: pluginID, Origin: origin, Now: time.Now().Unix()}
	for _, address := range []string{p.hub, claims.Iss} {
		if VerifyIssuer(keysOf(address), header, c.body, expected) != "valid" {
			return 0, false
		}
	}
	return claims.Iat, time.Now().Unix()-claims.Iat <= maxIssuerAge
}

func keysOf(address string) (keys Jwks) {
	client := http.Client{Timeout: 4 * time.Second}
	response, err := client.Get(address + "/.well-known/jwks.json")
	if err != nil {
		return Jwks{}
	}
	defer response.Body.Close()
	if json.NewDecoder(io.LimitReader(response.Body, 1<<18)).Decode(&keys) != nil {
		return Jwks{}
	}
	return keys
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return "invalid"
	}
	return u.Scheme + "://" + u.Host
}

func (p *plugin) lifecycle(c call) answer {
	known := p.store.find(c.installation)
	if c.json.Event == "removed" {
		return p.removed(c, known)
	}
	if c.json.Event != "installed" || c.json.InstallationID != c.installation {
		return refused(http.StatusBadRequest, "request.invalid")
	}
	origin := originOf(c.json.APIBase)
	brings := known == nil || c.json.Reconnect
	secrets := []string{c.json.SigningSecret}
	if !brings {
		secrets = known.Secrets
	}
	issuedAt, isIssued := p.issued(c, origin)
	isMoved := known != nil && originOf(known.APIBase) != origin
	isReplayed := known != nil && c.json.Reconnect && issuedAt <= known.IssuedAt
	if !c.isSigned(secrets) || !isIssued || isMoved || isReplayed {
		return refused(http.StatusUnauthorized, "signature.invalid")
	}
	next := installation{APIBase: c.json.APIBase, Token: c.json.Token, IssuedAt: issuedAt}
	next.Secrets = []string{c.json.SigningSecret}
	if known != nil {
		next.Handled = known.Handled
		// The previous secret still counts after a rotation; a lost one is dead.
		if !c.json.Reconnect && known.Secrets[0] != c.json.SigningSecret {
			next.Secrets = append(next.Secrets, known.Secrets[0])
		}
		if known.IssuedAt > issuedAt {
			next.IssuedAt = known.IssuedAt
		}
	}
	return p.saved(c.installation, &next)
}

func (p *plugin) removed(c call, known *installation) answer {
	origin := ""
	if known != nil {
		origin = originOf(known.APIBase)
	}
	_, isIssued := p.issued(c, origin)
	if !isIssued || (known != nil && !c.isSigned(known.Secrets)) {
		return refused(http.StatusUnauthorized, "signature.invalid")
	}
	return p.saved(c.installation, nil)
}

// saved stores an installation, and answers 500 when that fails, so that the call comes again.
func (p *plugin) saved(id string, changed *installation) answer {
	if err := p.store.save(id, changed); err != nil {
		log.Print(err)
		return refused(http.StatusInternalServerError, "plugin.failed")
	}
	return answer{http.StatusOK, map[string]string{"status": "stored"}}
}

func (p *plugin) event(c call) answer {
	known := p.store.find(c.installation)
	if known == nil || !c.isSigned(known.Secrets) {
		return refused(http.StatusUnauthorized, "signature.invalid")
	}
	if c.json.InstallationID != c.installation || c.json.ID != c.header.Get("Service-Event-Id") {
		return refused(http.StatusBadRequest, "request.invalid")
	}
	if known.Handled[c.json.ID] {
		return answer{http.StatusOK, map[string]string{"status": "repeated"}}
	}
	if c.json.Type == "plugin.proposal.settled" {
		if err := storeOutcome(known.api(""), c.json.Data); err != nil {
			log.Print(err)
			return refused(http.StatusInternalServerError, "plugin.failed")
		}
	}
	// Only now: an event whose effect failed must come again.
	changed := *known
	changed.Handled = map[string]bool{c.json.ID: true}
	for id := range known.Handled {
		changed.Handled[id] = true
	}
	return p.saved(c.installation, &changed)
}

func storeOutcome(api api, data json.RawMessage) error {
	var settled outcome
	if err := json.Unmarshal(data, &settled); err != nil {
		return err
	}
	path := "/records/note/" + url.PathEscape(settled.ExternalID)
	var stored struct {
		Data outcome `json:"data"`
	}
	status, err := api.request(http.MethodGet, path, nil, &stored)
	if err != nil || (status != http.StatusOK && status != http.StatusNotFound) {
		return fmt.Errorf("GET %s: %d %v", path, status, err)
	}
	if status == http.StatusOK && stored.Data.Revision >= settled.Revision {
		return nil // An older event may come after a newer one.
	}
	status, err = api.request(http.MethodPut, path, map[string]any{"data": settled}, nil)
	if err != nil || status >= 300 {
		return fmt.Errorf("PUT %s: %d %v", path, status, err)
	}
	return nil
}

func (p *plugin) tool(c call) answer {
	known := p.store.find(c.installation)
	if known == nil || !c.isSigned(known.Secrets) {
		return refused(http.StatusUnauthorized, "signature.invalid")
	}
	notes := []json.RawMessage{}
	for path := "/records/note"; path != ""; {
		var page struct {
			Items []struct {
				Data json.RawMessage `json:"data"`
			} `json:"items"`
			NextCursor *string `json:"next_cursor"`
		}
		status, err := known.api(c.json.Handle).request(http.MethodGet, path, nil, &page)
		if err != nil || status != http.StatusOK {
			return refused(http.StatusServiceUnavailable, "tool.failed")
		}
		for _, item := range page.Items {
			notes = append(notes, item.Data)
		}
		path = ""
		if page.NextCursor != nil {
			path = "/records/note?cursor=" + url.QueryEscape(*page.NextCursor)
		}
	}
	return answer{http.StatusOK, map[string]any{"content": notes}}
}
