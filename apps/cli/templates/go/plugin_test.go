// The plugin as the platform sees it: signed calls over HTTP. `kushk plugin test` checks the rest of the contract.
package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	secret, token          = "ks_0123456789abcdefghijklmnopqrstuvwxyz", "ki_0123456789abcdefghijklmnopqrstuvwxyz"
	newSecret, thirdSecret = "ks_new456789abcdefghijklmnopqrstuvwxyz00", "ks_third6789abcdefghijklmnopqrstuvwxyz00"
)

// instance is a small instance: it publishes its key, and answers the API from memory.
type instance struct {
	sync.Mutex
	*httptest.Server
	key     ed25519.PrivateKey
	records map[string]Record
	calls   []string
	keys    map[string]bool
	// proposals has the start of each proposed event.
	proposals []string
}

func newInstance(t *testing.T) *instance {
	public, private, _ := ed25519.GenerateKey(nil)
	i := &instance{key: private, records: map[string]Record{}, keys: map[string]bool{}}
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.Lock()
		defer i.Unlock()
		status, value := i.reply(r, public)
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(value)
	}))
	t.Cleanup(i.Close)
	return i
}

func (i *instance) reply(r *http.Request, public ed25519.PublicKey) (int, any) {
	path := strings.TrimPrefix(r.URL.Path, "/i/ins_1/plugin/v1")
	i.calls = append(i.calls, r.Method+" "+path)
	var body struct {
		Data    json.RawMessage   `json:"data"`
		Changes map[string]string `json:"changes"`
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	if r.Method == "POST" {
		i.keys[path+" "+r.Header.Get("Idempotency-Key")] = true
	}
	id := strings.TrimPrefix(path, "/records/reminder/")
	record, found := i.records[id]
	switch {
	case path == "/.well-known/jwks.json":
		x := base64.RawURLEncoding.EncodeToString(public)
		key := map[string]any{"kty": "OKP", "crv": "Ed25519", "kid": "test", "x": x, "service_origins": []string{i.URL}}
		return 200, map[string]any{"keys": []any{key}}
	case path == "/installation/rotate":
		return 200, map[string]string{"signing_secret": newSecret}
	case path == "/records/reminder":
		items := []Record{}
		for _, record := range i.records {
			items = append(items, record)
		}
		return 200, map[string]any{"items": items, "next_cursor": nil}
	case r.Method == "PUT":
		record = Record{Data: body.Data, Revision: record.Revision + 1}
		i.records[id] = record
		return 200, record
	case strings.HasPrefix(path, "/records/") && !found:
		return 404, map[string]string{"code": "record.not_found"}
	case strings.HasPrefix(path, "/records/"):
		return 200, record
	case path == "/platform/cases":
		return 200, map[string]any{"items": []any{map[string]string{"id": "cas_1"}}}
	}
	if path == "/proposals" {
		i.proposals = append(i.proposals, body.Changes["starts_at"])
	}
	locale := map[string]string{"timezone": "Asia/Kolkata"}
	return 201, map[string]any{"id": "hld_1", "status": "open", "settings": map[string]int{"hour": 9}, "locale": locale}
}

type setup struct {
	t        *testing.T
	instance *instance
	service  *Service
	url      string
}

// install starts the plugin and installs it.
func install(t *testing.T) *setup {
	log.SetOutput(io.Discard)
	i := newInstance(t)
	store, err := OpenStore(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	service := NewService(store, i.URL)
	server := httptest.NewServer(NewServer(service))
	t.Cleanup(server.Close)
	s := &setup{t, i, service, server.URL}
	s.expectCode(200, "stored", "/service/lifecycle", s.installed(secret), nil)
	return s
}

type values = map[string]any

func (s *setup) installed(signingSecret string) values {
	base := s.instance.URL + "/i/ins_1/plugin/v1"
	return values{
		"event": "installed", "installation_id": "ins_1", "api_base": base, "token": token, "signing_secret": signingSecret,
	}
}

// call sends a call as the platform does, with both signatures.
func (s *setup) call(path string, body any, secret string, headers map[string]string) (int, string) {
	s.t.Helper()
	text, _ := json.Marshal(body)
	now := time.Now().Unix()
	claims, _ := json.Marshal(values{"alg": "EdDSA", "kid": "test", "iss": s.instance.URL, "aud": ID, "iat": now})
	head := base64.RawURLEncoding.EncodeToString(claims)
	signed := head + "." + base64.RawURLEncoding.EncodeToString(text)
	issuer := head + ".." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(s.instance.key, []byte(signed)))
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", now, text)
	request, _ := http.NewRequest("POST", s.url+path, bytes.NewReader(text))
	request.Header.Set("Service-Installation-Id", "ins_1")
	request.Header.Set("Service-Signature", fmt.Sprintf("t=%d,v1=%s", now, hex.EncodeToString(mac.Sum(nil))))
	request.Header.Set("Service-Issuer-Signature", issuer)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(answer)
}

func (s *setup) expect(status int, part string, actual int, answer string) {
	s.t.Helper()
	if actual != status || !strings.Contains(answer, part) {
		s.t.Fatalf("expected %d with %s, got %d %s", status, part, actual, answer)
	}
}

func (s *setup) event(id string, revision int, reason, secret string) (int, string) {
	s.t.Helper()
	data := values{"external_id": "welcome", "outcome": "rejected", "reason": reason, "revision": revision}
	event := values{"id": id, "type": "plugin.proposal.settled", "installation_id": "ins_1", "data": data}
	return s.call("/service/events", event, secret, map[string]string{"Service-Event-Id": id})
}

func (s *setup) welcome() Reminder {
	s.instance.Lock()
	defer s.instance.Unlock()
	var reminder Reminder
	_ = json.Unmarshal(s.instance.records["welcome"].Data, &reminder)
	return reminder
}

func TestProposesTheFirstReminderWhenItIsInstalled(t *testing.T) {
	s := install(t)
	if last := s.instance.calls[len(s.instance.calls)-1]; last != "POST /proposals" {
		t.Fatal(last)
	}
	if starts := s.instance.proposals[0]; !strings.HasSuffix(starts, "T09:00:00+05:30") {
		t.Fatal(starts)
	}
}

func TestReadsTheDateFromTheClocksOfTheOrganisation(t *testing.T) {
	// These clocks are 25 hours apart: there the date is never the same.
	var days [2]int
	for index, name := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		days[index] = dayAfter(1, zone).YearDay()
	}
	if days[0] == days[1] {
		t.Fatal(days)
	}
}

func TestRefusesWhatIsNotSigned(t *testing.T) {
	s := install(t)
	forged := map[string]string{"Service-Signature": "t=1,v1=" + strings.Repeat("0", 64)}
	s.expectCode(401, "issuer.untrusted", "/service/lifecycle", s.installed(secret), forged)
	s.expectCode(401, "signature.invalid", "/service/tools/find_reminders", values{}, map[string]string{"Service-Signature": ""})
	s.expectCode(401, "issuer.untrusted", "/service/lifecycle", s.installed(secret), map[string]string{"Service-Issuer-Signature": ""})
	s.expectCode(400, "request.malformed", "/service/lifecycle", []string{}, nil)
	s.expectCode(404, "request.not_found", "/service/other", values{}, nil)
	elsewhere := s.installed(secret)
	elsewhere["api_base"] = "http://x.ir/i/ins_1/plugin/v1"
	s.expectCode(400, "request.invalid", "/service/lifecycle", elsewhere, nil)
	_, s.instance.key, _ = ed25519.GenerateKey(nil)
	s.expectCode(401, "issuer.untrusted", "/service/lifecycle", s.installed(secret), nil)
}

func (s *setup) expectCode(status int, code, path string, body any, headers map[string]string) {
	s.t.Helper()
	actual, answer := s.call(path, body, secret, headers)
	s.expect(status, code, actual, answer)
}

func TestStoresWhatPeopleDecidedOnceAndInTheRightOrder(t *testing.T) {
	s := install(t)
	for _, one := range []struct {
		id, reason, answer, stored string
		revision                   int
	}{{"evt_2", "Not now", "handled", "Not now", 2}, {"evt_2", "Not now", "repeated", "Not now", 2}, {"evt_1", "", "handled", "Not now", 1}} {
		status, answer := s.event(one.id, one.revision, one.reason, secret)
		s.expect(200, one.answer, status, answer)
		if reminder := s.welcome(); *reminder.Reason != one.stored || reminder.Outcome != "rejected" {
			t.Fatalf("%s stored %+v", one.id, reminder)
		}
	}
}

func TestLetsAToolReadButNotWrite(t *testing.T) {
	s := install(t)
	tool := values{"installation_id": "ins_1", "user_id": "per_1", "handle": "kh_1", "arguments": values{"text": "reminders"}}
	s.expectCode(200, "Try the reminders", "/service/tools/find_reminders", tool, nil)
	s.expectCode(404, "tool.not_found", "/service/tools/other", tool, nil)
	Tools["write"] = func(call ToolCall) (any, error) {
		var cases struct{ Items []struct{ ID string } }
		if err := call.Person.Get("/platform/cases", &cases); err != nil || cases.Items[0].ID != "cas_1" {
			t.Error(err)
		}
		if call.Version != "1.4.0" {
			t.Errorf("version %q", call.Version)
		}
		return nil, call.Client.PutRecord("reminder", "r9", values{}, 0)
	}
	defer delete(Tools, "write")
	s.expectCode(500, "auth.handle_read_only", "/service/tools/write", tool, map[string]string{"Service-Plugin-Version": "1.4.0"})
}

func TestChargesOnceForAReminderThatAPersonAddsOnThePage(t *testing.T) {
	s := install(t)
	body := values{"installation_id": "ins_1", "handle": "kh_1", "id": "r1", "title": "Call Sara", "days": 7}
	for click := 0; click < 2; click++ {
		s.expectCode(201, "proposed", "/reminders", body, nil)
	}
	for _, key := range []string{"/wallet/holds reminder.r1.hold.1", "/wallet/holds/hld_1/settle reminder.r1.settle"} {
		if !s.instance.keys[key] {
			t.Fatalf("%s is missing in %v", key, s.instance.keys)
		}
	}
	body["id"] = "یک/۱" // A key may be made of any id.
	s.expectCode(201, "proposed", "/reminders", body, nil)
	for call := range s.instance.keys {
		if !regexp.MustCompile(`^\S+ [A-Za-z0-9._:-]{1,128}$`).MatchString(call) {
			t.Fatal(call)
		}
	}
	s.expectCode(400, "request.invalid", "/reminders", values{"installation_id": "ins_1"}, nil)
}

func TestLetsOnlyItsInstanceEmbedThePage(t *testing.T) {
	s := install(t)
	response, err := http.Get(s.url + "/pages/app?installation_id=ins_1")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if policy := response.Header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors "+s.instance.URL) {
		t.Fatal(policy)
	}
}

func TestAcceptsBothSecretsAfterItHasRenewedItsOwn(t *testing.T) {
	s := install(t)
	if err := s.service.Rotate(context.Background(), "ins_1", "signing_secret"); err != nil {
		t.Fatal(err)
	}
	for signedWith, status := range map[string]int{newSecret: 200, secret: 200, thirdSecret: 401} {
		actual, answer := s.event("evt_1", 1, "", signedWith)
		s.expect(status, "", actual, answer)
	}
}

func TestAcceptsNewCredentialsAfterALossOnlyWhenTheyAreNewer(t *testing.T) {
	s := install(t)
	reconnect := s.installed(newSecret)
	reconnect["reconnect"] = true
	actual, answer := s.call("/service/lifecycle", reconnect, newSecret, nil)
	s.expect(401, "issuer.untrusted", actual, answer) // In the same second as the stored ones.
	known, _ := s.service.store.Find("ins_1")
	known.IssuedAt--
	if err := s.service.store.Save("ins_1", *known); err != nil {
		t.Fatal(err)
	}
	actual, answer = s.call("/service/lifecycle", reconnect, newSecret, nil)
	s.expect(200, "stored", actual, answer)
	actual, answer = s.event("evt_1", 1, "", secret)
	s.expect(401, "signature.invalid", actual, answer)
	actual, answer = s.event("evt_1", 1, "", newSecret)
	s.expect(200, "handled", actual, answer)
}

func TestForgetsARemovedInstallation(t *testing.T) {
	s := install(t)
	if ids, _ := s.service.store.Installations(); len(ids) != 1 {
		t.Fatal(ids)
	}
	s.expectCode(200, "forgotten", "/service/lifecycle", values{"event": "removed"}, nil)
	if ids, _ := s.service.store.Installations(); len(ids) != 0 {
		t.Fatal(ids)
	}
	s.expectCode(200, "repeated", "/service/lifecycle", values{"event": "removed"}, nil)
	s.expectCode(410, "installation.removed", "/service/lifecycle", s.installed(secret), nil)
	files, _ := os.ReadDir(s.service.store.folder)
	for _, file := range files {
		text, _ := os.ReadFile(s.service.store.folder + "/" + file.Name())
		if bytes.Contains(text, []byte(token)) {
			t.Fatal(file.Name())
		}
	}
}
