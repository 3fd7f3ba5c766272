// Stores the credentials of each installation in an encrypted file, with the ids of the events that were handled.
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const storedEvents = 2000

// Installation is what is stored of an installation. Of a removed one only Removed is.
type Installation struct {
	APIBase  string   `json:"api_base"`
	Token    string   `json:"token"`
	Secrets  []Secret `json:"secrets"`   // The newest first.
	IssuedAt int64    `json:"issued_at"` // The time in the issuer signature that brought the credentials.
	Ready    bool     `json:"ready"`     // Whether Installed has run.
	Removed  bool     `json:"removed"`
	Events   []string `json:"events"`
}

// Secret is accepted until a time in Unix seconds; 0 for no end.
type Secret struct {
	Text  string `json:"text"`
	Until int64  `json:"until"`
}

func (i *Installation) acceptedSecrets() []string {
	var accepted []string
	for _, secret := range i.Secrets {
		if secret.Until == 0 || secret.Until > time.Now().Unix() {
			accepted = append(accepted, secret.Text)
		}
	}
	return accepted
}

// Store keeps a file per installation.
type Store struct {
	folder string
	cipher cipher.AEAD
	locks  [64]sync.Mutex
}

// OpenStore opens the store in a folder. The key is for production: 32 bytes in base64url. Without it a key file is
// created in the folder.
func OpenStore(folder, key string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	bytes, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(key, "="))
	if key == "" {
		bytes, err = developmentKey(filepath.Join(folder, "store.key"))
	}
	if err != nil || len(bytes) != 32 {
		return nil, errors.New("KUSHK_STORE_KEY must be 32 bytes in base64url")
	}
	block, err := aes.NewCipher(bytes)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &Store{folder: folder, cipher: aead}, err
}

func developmentKey(path string) ([]byte, error) {
	if key, err := os.ReadFile(path); !errors.Is(err, os.ErrNotExist) {
		return key, err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	return key, os.WriteFile(path, key, 0o600)
}

// Lock makes calls of one installation wait for each other, until the function that it returns is called.
func (s *Store) Lock(id string) func() {
	hash := fnv.New32a()
	hash.Write([]byte(id))
	lock := &s.locks[hash.Sum32()%uint32(len(s.locks))]
	lock.Lock()
	return lock.Unlock
}

// Find returns an installation, or nil when it is not known.
func (s *Store) Find(id string) (*Installation, error) {
	sealed, err := os.ReadFile(s.path(id))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	size := s.cipher.NonceSize()
	if len(sealed) < size {
		return nil, errors.New("the stored credentials are cut off")
	}
	text, err := s.cipher.Open(nil, sealed[:size], sealed[size:], []byte(id))
	if err != nil {
		return nil, errors.New("the stored credentials were made with another key")
	}
	var installation Installation
	return &installation, json.Unmarshal(text, &installation)
}

// Installations returns the ids of all installations except removed ones, for work that no call begins.
func (s *Store) Installations() ([]string, error) {
	paths, err := filepath.Glob(s.path("*"))
	var ids []string
	for _, path := range paths {
		id := strings.TrimSuffix(filepath.Base(path), ".sealed")
		installation, err := s.Find(id)
		if err != nil {
			return nil, err
		}
		if installation != nil && installation.Ready && !installation.Removed {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// Save replaces what is stored. It survives a crash: the file is complete before it gets its name.
func (s *Store) Save(id string, installation Installation) error {
	if extra := len(installation.Events) - storedEvents; extra > 0 {
		installation.Events = installation.Events[extra:]
	}
	text, err := json.Marshal(installation)
	if err != nil {
		return err
	}
	nonce := make([]byte, s.cipher.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return err
	}
	file, err := os.OpenFile(s.path(id)+".tmp", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(s.cipher.Seal(nonce, nonce, text, []byte(id)))
	for _, step := range []func() error{file.Sync, file.Close} {
		if failed := step(); err == nil {
			err = failed
		}
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), s.path(id))
}

func (s *Store) path(id string) string {
	return filepath.Join(s.folder, id+".sealed")
}
