// The calls of the platform: verifies each of them, stores the credentials, and handles each event once.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"ir.example.reminders/kushk"
)

const (
	toolTime     = 8 * time.Second // The platform waits ten seconds for a tool.
	maxToolBytes = 1 << 20         // The platform accepts no larger answer of a tool.
)

var (
	installationID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)
	toolPath       = regexp.MustCompile(`^/service/tools/([a-z][a-z0-9_]{0,47})$`)
)

// What the log says about a signature that is not valid.
var signatureTexts = map[string]string{
	"missing":   "is missing. To try the plugin by hand, use `npx @kushk/cli dev tool NAME ARGUMENTS`, which signs",
	"malformed": "is malformed",
	"stale":     "is more than five minutes old, or the clock of this computer is wrong",
	"mismatch":  "does not match: another secret or key signed, or the body was changed",
	"unknown_installation": "is of an installation that is not stored here: a forged call, or the state was lost or is " +
		"another one. If it was lost, an admin issues new credentials: `npx @kushk/cli store reconnect INSTALLATION`",
	"algorithm":   "uses another algorithm than EdDSA",
	"audience":    "is meant for another plugin",
	"issuer":      "is of another instance",
	"unknown_key": "was made with an unknown key",
	"unlisted":    "was made with a key that the hub does not list for this instance",
	"origin":      "is of another instance than the stored credentials",
	"replayed":    "is not newer than the stored credentials",
}

// Refused is an answer that is no success. Its code names the reason, and nothing about the inside of the plugin.
type Refused struct {
	Status int
	Code   string
}

func (r Refused) Error() string { return r.Code }

// Event is an event of the platform. Data depends on the type.
type Event struct {
	ID             string          `json:"id"`
	Type           string          `json:"type"`
	InstallationID string          `json:"installation_id"`
	Data           json.RawMessage `json:"data"`
}

// ToolCall is what a tool works with. Its clients only read: a tool changes nothing, and its calls are free.
type ToolCall struct {
	Person    *Client // Sees exactly what the person who asks the assistant may see. It ends with the call.
	Client    *Client // Sees what the whole organisation may see.
	UserID    string  // The id of the person.
	Arguments json.RawMessage
	Version   string // The version that the installation runs. Serve one that you do not know as your newest one.
}

// Service answers the calls of the platform.
type Service struct {
	store *Store
	hub   string
	keys  hubKeys
}

// NewService trusts the instances that the hub lists.
func NewService(store *Store, hub string) *Service {
	return &Service{store: store, hub: hub}
}

// Client returns a client of an installation.
func (s *Service) Client(ctx context.Context, id string) (*Client, error) {
	known, err := s.find(id)
	if err == nil && (known == nil || known.Removed) {
		err = Refused{404, "installation.not_found"}
	}
	if err != nil {
		return nil, err
	}
	return &Client{ctx: ctx, apiBase: known.APIBase, token: known.Token}, nil
}

func (s *Service) find(id string) (*Installation, error) {
	if !installationID.MatchString(id) {
		return nil, nil
	}
	return s.store.Find(id)
}

// Call answers POST /service/… with a JSON value, or with Refused.
func (s *Service) Call(r *http.Request, body []byte) (any, error) {
	tool := toolPath.FindStringSubmatch(r.URL.Path)
	isLifecycle := r.URL.Path == "/service/lifecycle"
	if tool == nil && !isLifecycle && r.URL.Path != "/service/events" {
		return nil, Refused{404, "request.not_found"}
	}
	id := r.Header.Get("Service-Installation-Id")
	if !installationID.MatchString(id) { // It selects the secret, so nothing can be verified.
		return nil, refusedSignature("missing")
	}
	if tool != nil {
		return s.tool(r, id, tool[1], body)
	}
	defer s.store.Lock(id)()
	if isLifecycle {
		return s.lifecycle(r, id, body)
	}
	return s.event(r, id, body)
}

func (s *Service) tool(r *http.Request, id, name string, body []byte) (any, error) {
	known, err := s.store.Find(id)
	if err != nil {
		return nil, err
	}
	if err := verify(known, r, body); err != nil {
		return nil, err
	}
	run := Tools[name]
	if run == nil {
		return nil, Refused{404, "tool.not_found"}
	}
	var call struct {
		InstallationID string `json:"installation_id"`
		UserID         string `json:"user_id"`
		Handle         string `json:"handle"`
		Arguments      json.RawMessage
	}
	if json.Unmarshal(body, &call) != nil || call.InstallationID != id || call.Handle == "" {
		return nil, Refused{400, "request.invalid"}
	}
	ctx, cancel := context.WithTimeout(r.Context(), toolTime)
	defer cancel()
	client := &Client{ctx: ctx, apiBase: known.APIBase, token: known.Token, readOnly: true}
	version := r.Header.Get("Service-Plugin-Version")
	content, err := run(ToolCall{client.OnBehalfOf(call.Handle), client, call.UserID, call.Arguments, version})
	if err != nil {
		return nil, err
	}
	answer, err := json.Marshal(map[string]any{"content": content})
	if err == nil && len(answer) > maxToolBytes {
		err = Refused{500, "tool.content_too_large"}
	}
	return json.RawMessage(answer), err
}

func (s *Service) event(r *http.Request, id string, body []byte) (any, error) {
	known, err := s.store.Find(id)
	if err != nil {
		return nil, err
	}
	if err := verify(known, r, body); err != nil {
		return nil, err
	}
	var event Event
	if json.Unmarshal(body, &event) != nil || event.InstallationID != id || event.Type == "" {
		return nil, Refused{400, "request.invalid"}
	}
	if event.ID == "" || r.Header.Get("Service-Event-Id") != event.ID { // The signature covers the id in the body only.
		return nil, Refused{400, "event.id_mismatch"}
	}
	for _, handled := range known.Events {
		if handled == event.ID {
			return status("repeated"), nil
		}
	}
	if err := HandleEvent(&Client{ctx: context.Background(), apiBase: known.APIBase, token: known.Token}, event); err != nil {
		return nil, err
	}
	known.Events = append(known.Events, event.ID)
	return status("handled"), s.store.Save(id, *known)
}

func verify(known *Installation, r *http.Request, body []byte) error {
	var accepted []string
	if known != nil {
		accepted = known.acceptedSecrets()
	}
	signature := r.Header.Get("Service-Signature")
	verdict := kushk.VerifyCall(accepted, signature, body, time.Now().Unix())
	if verdict == "valid" {
		return nil
	}
	if known == nil && signature != "" {
		verdict = "unknown_installation"
	}
	return refusedSignature(verdict)
}

func refusedSignature(verdict string) error {
	fmt.Println("refused a call: the signature " + signatureTexts[verdict])
	return Refused{401, "signature.invalid"}
}

func status(text string) map[string]string {
	return map[string]string{"status": text}
}
