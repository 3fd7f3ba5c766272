// Who may send lifecycle calls: the instances that the hub lists, each with its own key.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"ir.example.reminders/kushk"
)

const (
	keysTime     = 5 * time.Minute // How long the keys of an address are used again.
	maxKeysBytes = 256 << 10
)

var keysCaller = &http.Client{Timeout: 4 * time.Second}

// keyCache has the keys that each address lists.
type keyCache struct {
	sync.Mutex
	of map[string]listedKeys
}

type listedKeys struct {
	keys kushk.Jwks
	at   time.Time
}

// verifyIssuer accepts lifecycle calls only of an instance whose key the hub lists, and which publishes the key itself.
// It returns the time of the signature.
func (s *Service) verifyIssuer(r *http.Request, body []byte, origin string) (int64, error) {
	header := r.Header.Get("Service-Issuer-Signature")
	claims, ok := kushk.ReadIssuer(header)
	verdict := "missing"
	if ok {
		expected := kushk.IssuerExpectation{PluginID: ID, Origin: origin, Now: time.Now().Unix()}
		isValid := func(keys kushk.Jwks) bool {
			verdict = kushk.VerifyIssuer(keys, header, body, expected)
			return verdict == "valid"
		}
		if s.findKeys(s.hub, isValid) && s.findKeys(claims.Iss, isValid) {
			return claims.Iat, nil
		}
	}
	fmt.Printf("refused a lifecycle call: the issuer signature %s. KUSHK_BASE_URL names the hub %s\n", signatureTexts[verdict], s.hub)
	return 0, Refused{401, "issuer.untrusted"}
}

// findKeys tries the keys that an address lists: those that are known, then those that it lists now.
func (s *Service) findKeys(address string, isValid func(kushk.Jwks) bool) bool {
	s.keys.Lock()
	known, ok := s.keys.of[address]
	s.keys.Unlock()
	if ok && time.Since(known.at) < keysTime && isValid(known.keys) {
		return true
	}
	keys, err := keysOf(address)
	if err != nil {
		fmt.Printf("no keys came from %s: %v\n", address, err)
	}
	if !isValid(keys) {
		return false
	}
	s.keys.Lock()
	defer s.keys.Unlock()
	s.keys.of[address] = listedKeys{keys, time.Now()}
	return true
}

func keysOf(address string) (keys kushk.Jwks, err error) {
	if !isSafe(address) {
		return keys, fmt.Errorf("it is not https")
	}
	response, err := keysCaller.Get(address + "/.well-known/jwks.json")
	if err != nil {
		return keys, err
	}
	defer response.Body.Close()
	return keys, json.NewDecoder(io.LimitReader(response.Body, maxKeysBytes)).Decode(&keys)
}

// isSafe reports whether an address is https. This machine, and the service of a container, may also be called over http.
func isSafe(address string) bool {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.User != nil {
		return false
	}
	switch parsed.Hostname() {
	case "localhost", "127.0.0.1", "::1", "service.containers.internal":
		return parsed.Scheme == "http" || parsed.Scheme == "https"
	}
	return parsed.Scheme == "https"
}

func originOf(apiBase string) string {
	parsed, err := url.Parse(apiBase)
	if err != nil {
		return apiBase
	}
	return parsed.Scheme + "://" + parsed.Host
}
