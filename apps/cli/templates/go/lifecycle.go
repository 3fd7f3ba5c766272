// Installing, new credentials, removing, and the rotation by the plugin itself.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"ir.example.reminders/kushk"
)

const secretOverlap = 48 * time.Hour // How long the previous secret is accepted after a rotation.

func (s *Service) lifecycle(r *http.Request, id string, body []byte) (any, error) {
	var call struct {
		Event         string `json:"event"`
		APIBase       string `json:"api_base"`
		Token         string `json:"token"`
		SigningSecret string `json:"signing_secret"`
		Reconnect     bool   `json:"reconnect"`
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
	if call.Event != "installed" || !isSafe(call.APIBase) || call.Token == "" {
		return nil, Refused{400, "request.invalid"}
	}
	fresh := Installation{APIBase: call.APIBase, Token: call.Token, Secrets: []Secret{{Text: call.SigningSecret}}}
	if fresh.IssuedAt, err = s.verifyInstalled(r, id, known, body); err != nil {
		return nil, err
	}
	if known != nil && known.Removed {
		return nil, Refused{410, "installation.removed"}
	}
	if known != nil {
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

// verifyInstalled decides whether the credentials may be stored. It returns when the instance signed them.
func (s *Service) verifyInstalled(r *http.Request, id string, known *Installation, body []byte) (int64, error) {
	issuer := r.Header.Get("Service-Issuer-Signature")
	call := kushk.InstalledCall{
		InstallationID: id, Signature: r.Header.Get("Service-Signature"), IssuerSignature: issuer, Body: body,
	}
	var stored *kushk.KnownInstallation
	if known != nil && !known.Removed {
		stored = &kushk.KnownInstallation{
			Origin: originOf(known.APIBase), Secrets: known.acceptedSecrets(), IssuedAt: known.IssuedAt,
		}
	}
	claims, _ := kushk.ReadIssuer(issuer)
	return claims.Iat, s.verifyWithHub(func(keys kushk.Jwks) string {
		return kushk.VerifyInstalled(keys, call, stored, ID, time.Now().Unix())
	})
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
		return status("repeated"), s.verifyIssuer(r, body, "")
	}
	if err := verify(known, r, body); err != nil {
		return nil, err
	}
	if err := s.verifyIssuer(r, body, originOf(known.APIBase)); err != nil {
		return nil, err
	}
	if err := Removed(id); err != nil {
		return nil, err
	}
	return status("forgotten"), s.store.Save(id, Installation{Removed: true})
}

func (s *Service) verifyIssuer(r *http.Request, body []byte, origin string) error {
	expected := kushk.IssuerExpectation{PluginID: ID, Origin: origin, Now: time.Now().Unix()}
	return s.verifyWithHub(func(keys kushk.Jwks) string {
		return kushk.VerifyIssuer(keys, r.Header.Get("Service-Issuer-Signature"), body, expected)
	})
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
