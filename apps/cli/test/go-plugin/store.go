package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// installation is what the plugin stores of one installation. A real plugin encrypts it.
type installation struct {
	APIBase  string          `json:"api_base"`
	Token    string          `json:"token"`
	Secrets  []string        `json:"secrets"`
	IssuedAt int64           `json:"issued_at"`
	Handled  map[string]bool `json:"handled"`
}

type store struct {
	file  string
	mutex sync.Mutex
	known map[string]*installation
	locks sync.Map
}

func openStore(folder string) (*store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	s := &store{file: filepath.Join(folder, "installations.json"), known: map[string]*installation{}}
	text, err := os.ReadFile(s.file)
	if os.IsNotExist(err) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	return s, json.Unmarshal(text, &s.known)
}

// lock handles the calls of one installation one at a time.
func (s *store) lock(id string) func() {
	mutex, _ := s.locks.LoadOrStore(id, &sync.Mutex{})
	mutex.(*sync.Mutex).Lock()
	return mutex.(*sync.Mutex).Unlock
}

func (s *store) find(id string) *installation {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.known[id]
}

// save replaces an installation, and deletes it when it is nil. The file is complete at any moment.
func (s *store) save(id string, changed *installation) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	next := map[string]*installation{}
	for other, known := range s.known {
		next[other] = known
	}
	next[id] = changed
	if changed == nil {
		delete(next, id)
	}
	text, err := json.Marshal(next)
	if err != nil {
		return err
	}
	temporary := s.file + ".tmp"
	if err := os.WriteFile(temporary, text, 0o600); err != nil {
		return err
	}
	if err := os.Rename(temporary, s.file); err != nil {
		return err
	}
	s.known = next
	return nil
}

// api is the plugin API as the installation sees it, or as the person of a handle.
type api struct{ base, token, handle string }

func (i *installation) api(handle string) api {
	return api{i.APIBase, i.Token, handle}
}

// A tool and an event have ten seconds.
var client = http.Client{Timeout: 5 * time.Second}

func (a api) request(method, path string, body, reply any) (int, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequest(method, a.base+path, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+a.token)
	request.Header.Set("Content-Type", "application/json")
	if a.handle != "" {
		request.Header.Set("Service-Handle", a.handle)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if reply == nil || response.StatusCode != http.StatusOK {
		_, err = io.Copy(io.Discard, io.LimitReader(response.Body, maxBody))
		return response.StatusCode, err
	}
	return response.StatusCode, json.NewDecoder(io.LimitReader(response.Body, maxBody)).Decode(reply)
}
