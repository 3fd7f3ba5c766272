package kushk

// Runs over the vectors: `go test -v kushk_verify.go kushk_verify_test.go -args -vectors vectors.json`.

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
)

var vectorsFile = flag.String("vectors", "../vectors.json", "the file {hub}/docs/assets/verify/vectors.json")

type vector struct {
	Name     string   `json:"name"`
	Secrets  []string `json:"secrets"`
	Header   string   `json:"header"`
	Body     []byte   `json:"body_base64"`
	PluginID string   `json:"plugin_id"`
	Origin   string   `json:"origin"`
	Now      int64    `json:"now"`
	Expected string   `json:"expected"`

	InstallationID  string             `json:"installation_id"`
	Signature       string             `json:"signature"`
	IssuerSignature string             `json:"issuer_signature"`
	Known           *KnownInstallation `json:"known"`
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile(*vectorsFile)
	if err != nil {
		t.Fatalf("%v: download {hub}/docs/assets/verify/vectors.json, and name it: -args -vectors FILE", err)
	}
	var vectors struct {
		Jwks      Jwks     `json:"jwks"`
		Calls     []vector `json:"calls"`
		Issuers   []vector `json:"issuers"`
		Installed []vector `json:"installed"`
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	report := func(v vector, verdict string) {
		fmt.Printf("%s\t%s\n", v.Name, verdict)
		if verdict != v.Expected {
			t.Errorf("%s: %s instead of %s", v.Name, verdict, v.Expected)
		}
	}
	for _, v := range vectors.Calls {
		report(v, VerifyCall(v.Secrets, v.Header, v.Body, v.Now))
	}
	for _, v := range vectors.Issuers {
		expected := IssuerExpectation{PluginID: v.PluginID, Origin: v.Origin, Now: v.Now}
		report(v, VerifyIssuer(vectors.Jwks, v.Header, v.Body, expected))
	}
	for _, v := range vectors.Installed {
		call := InstalledCall{v.InstallationID, v.Signature, v.IssuerSignature, v.Body}
		report(v, VerifyInstalled(vectors.Jwks, call, v.Known, v.PluginID, v.Now))
	}
}
