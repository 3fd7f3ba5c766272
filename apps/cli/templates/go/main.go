// This command starts the plugin. `kushk dev` and `kushk plugin test` set PORT, KUSHK_BASE_URL and KUSHK_STATE_DIR.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	store, err := OpenStore(setting("KUSHK_STATE_DIR", "state"), os.Getenv("KUSHK_STORE_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	// The hub whose instances may install the plugin. It lists their public keys.
	hub := strings.TrimRight(setting("KUSHK_BASE_URL", "http://127.0.0.1:8080"), "/")
	port := setting("PORT", "4100")
	listener, err := net.Listen("tcp", net.JoinHostPort(setting("HOST", "127.0.0.1"), port))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on http://localhost:" + port)
	server := http.Server{Handler: NewServer(NewService(store, hub)), ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
