// Installing, new credentials, removing, and the rotation by the plugin itself.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const secretOverlap = 48 * time.Hour // How long the previous secret is accepted after a rotation.

func (s *Service) lifecycle(r *http.Request, id string, body []byte) (any, error) {
	var call struct {
		Event          string `json:"event"`
		InstallationID string `json:"installation_id"`
		APIBase        string `json:"api_base"`
		Token          string `json:"token"`
		SigningSecret  string `json:"signing_secret"`
		Reconnect      bool   `json:"reconnect"`
	}
	if json.Unmarshal(body, &call) != nil {
		return nil, Refused{400, "request.malformed"}
	}
	known, err := s.store.Find(id)
	if err != nil {
		return nil, err
	}
	if call.Event == "removed" {
		return s.removed(r, id, known, body)
	}
	isBase := strings.HasSuffix(call.APIBase, "/i/"+id+"/plugin/v1") && isSafe(call.APIBase)
	if call.Event != "installed" || call.InstallationID != id || !isBase || call.Token == "" || call.SigningSecret == "" {
		return nil, Refused{400, "request.invalid"}
	}
	fresh := Installation{APIBase: call.APIBase, Token: call.Token, Secrets: []Secret{{Text: call.SigningSecret}}}
	isKnown := known != nil && !known.Removed
	// The first credentials, and those after a loss, are signed with the secret that they bring. Others are signed with
	// the stored one.
	signer := &fresh
	if isKnown && !call.Reconnect {
		signer = known
	}
	if err := verify(signer, r, body); err != nil {
		return nil, err
	}
	if fresh.IssuedAt, err = s.verifyIssuer(r, body, originOf(fresh.APIBase)); err != nil {
		return nil, err
	}
	if known != nil && known.Removed {
		return nil, Refused{410, "installation.removed"}
	}
	if isKnown {
		// An installation stays with its instance, and a recorded call does not bring old credentials back.
		if originOf(known.APIBase) != originOf(fresh.APIBase) || (call.Reconnect && fresh.IssuedAt <= known.IssuedAt) {
			fmt.Println("refused new credentials: they are of another instance, or older than the stored ones")
			return nil, Refused{401, "issuer.untrusted"}
		}
		fresh.Events = known.Events
		fresh.Ready = known.Ready && known.Token == fresh.Token
		if known.Secrets[0].Text == call.SigningSecret {
			fresh.Secrets = known.Secrets
		} else if !call.Reconnect { // After a loss, the old secret is not valid any more.
			fresh.Secrets = append(fresh.Secrets, Secret{known.Secrets[0].Text, time.Now().Add(secretOverlap).Unix()})
		}
	}
	return status("stored"), s.install(id, fresh)
}

// install stores the credentials before Installed uses them. Installed runs again when it has not ended.
func (s *Service) install(id string, fresh Installation) error {
	if err := s.store.Save(id, fresh); err != nil || fresh.Ready {
		return err
	}
	if err := Installed(&Client{ctx: context.Background(), apiBase: fresh.APIBase, token: fresh.Token}); err != nil {
		return err
	}
	fresh.Ready = true
	return s.store.Save(id, fresh)
}

func (s *Service) removed(r *http.Request, id string, known *Installation, body []byte) (any, error) {
	if known == nil || known.Removed { // Nothing to delete. Only the issuer's signature can prove the call.
		_, err := s.verifyIssuer(r, body, "")
		return status("repeated"), err
	}
	if err := verify(known, r, body); err != nil {
		return nil, err
	}
	if _, err := s.verifyIssuer(r, body, originOf(known.APIBase)); err != nil {
		return nil, err
	}
	if err := Removed(id); err != nil {
		return nil, err
	}
	return status("forgotten"), s.store.Save(id, Installation{Removed: true})
}

// Rotate renews the "token" or the "signing_secret" of an installation, for example once a month. The platform and this
// plugin accept the previous one for a while, so calls that are under way succeed.
func (s *Service) Rotate(ctx context.Context, id, what string) error {
	defer s.store.Lock(id)()
	client, err := s.Client(ctx, id)
	if err != nil {
		return err
	}
	var renewed map[string]any
	request := Request{Method: "POST", Path: "/installation/rotate", Body: map[string]string{"what": what}}
	if err := client.Send(request, &renewed); err != nil {
		return err
	}
	text, ok := renewed[what].(string)
	if !ok { // The first answer was lost, and its repetition does not contain it.
		return fmt.Errorf("the new %s was lost: the admin of the organisation can renew it", what)
	}
	known, err := s.store.Find(id)
	if err != nil {
		return err
	}
	if what == "token" {
		known.Token = text
	} else {
		known.Secrets = []Secret{{Text: text}, {known.Secrets[0].Text, time.Now().Add(secretOverlap).Unix()}}
	}
	return s.store.Save(id, *known)
}
