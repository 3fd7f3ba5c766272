// Who may send lifecycle calls: the instances that the hub lists, each for its own origin.
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
	keysTime     = 5 * time.Minute // How long the keys of the hub are used again.
	maxKeysBytes = 256 << 10
)

var keysCaller = &http.Client{Timeout: 4 * time.Second}

// hubKeys are the keys of the instances, as the hub listed them.
type hubKeys struct {
	sync.Mutex
	keys kushk.Jwks
	at   time.Time
}

// verifyWithHub runs a verification with the stored keys, and when these do not verify with those that the hub lists now.
func (s *Service) verifyWithHub(verify func(kushk.Jwks) string) error {
	s.keys.Lock()
	keys, at := s.keys.keys, s.keys.at
	s.keys.Unlock()
	if time.Since(at) < keysTime && verify(keys) == "valid" {
		return nil
	}
	keys, err := keysOf(s.hub)
	result := "it answered"
	if err != nil {
		result = "no keys came: " + err.Error()
	}
	verdict := verify(keys)
	if verdict == "body" {
		return Refused{400, "request.invalid"}
	}
	if verdict != "valid" {
		fmt.Printf("refused a lifecycle call: a signature %s. Keys were requested from %s (%s), which KUSHK_BASE_URL names\n",
			signatureTexts[verdict], s.hub, result)
		return Refused{401, "issuer.untrusted"}
	}
	s.keys.Lock()
	defer s.keys.Unlock()
	s.keys.keys, s.keys.at = keys, time.Now()
	return nil
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
	if err != nil || parsed.Host == "" {
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
