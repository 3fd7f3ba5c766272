// What the plugin does. service.go verifies every call before a function here runs.
package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // The time zones, which the system need not have.
)

// ID is the id of the manifest.
const ID = "ir.example.reminders"

// Reminder is the data of a record, as the manifest describes it.
type Reminder struct {
	Title   string  `json:"title"`
	Day     string  `json:"day"`
	Outcome string  `json:"outcome"`
	Reason  *string `json:"reason"`
	// Revision is that of the event that brought the outcome.
	Revision int `json:"revision"`
}

// Installed runs when an admin has installed the plugin. It may run again after a crash, so everything in it can be
// repeated. The service waits ten seconds: do what takes longer afterwards, from main.go.
func Installed(client *Client) error {
	zone, err := client.TimeZone()
	if err != nil {
		return err
	}
	return addReminder(client, "welcome", "Try the reminders", dayAfter(1, zone))
}

// HandleEvent handles an event. Each id arrives here once. After an error the event comes again later.
func HandleEvent(client *Client, event Event) error {
	if event.Type != "plugin.proposal.settled" {
		return nil
	}
	var settled struct {
		ExternalID string  `json:"external_id"`
		Outcome    string  `json:"outcome"`
		Reason     *string `json:"reason"`
		Revision   int     `json:"revision"`
	}
	if err := json.Unmarshal(event.Data, &settled); err != nil {
		return err
	}
	record, reminder, err := findReminder(client, settled.ExternalID)
	// A reason that is written later is an event with a higher revision. Events may arrive in another order.
	if err != nil || record == nil || reminder.Revision > settled.Revision {
		return err
	}
	reminder.Outcome, reminder.Reason, reminder.Revision = settled.Outcome, settled.Reason, settled.Revision
	return client.PutRecord("reminder", settled.ExternalID, reminder, record.Revision)
}

// Removed runs when an admin has removed the plugin. Delete here what you keep of this customer elsewhere. It may run
// again.
func Removed(installationID string) error {
	return nil
}

// Tools by their name in the manifest. A tool only reads: call.Person sees what the person who asks may see, call.Client
// what all see. Secret settings come only from call.Client.Settings().
var Tools = map[string]func(call ToolCall) (any, error){
	"find_reminders": findReminders,
}

func findReminders(call ToolCall) (any, error) {
	var arguments struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(call.Arguments, &arguments); err != nil {
		return nil, err
	}
	found := []Reminder{}
	err := call.Person.EachRecord("reminder", func(record Record) (bool, error) {
		var reminder Reminder
		err := json.Unmarshal(record.Data, &reminder)
		if err == nil && strings.Contains(reminder.Title, arguments.Text) {
			found = append(found, reminder)
		}
		return len(found) < 50, err
	})
	return found, err
}

// sellReminder is the metered service: it reserves the price, adds the reminder for the person, and pays when that
// succeeded. A repetition with the same id is never paid twice.
func sellReminder(client, person *Client, id, title string, day time.Time) error {
	return client.Charge("reminder.create", 1, "reminder."+id, func() error {
		return addReminder(person, id, title, day)
	})
}

// addReminder stores a reminder and proposes its event. With the same id it continues where an earlier attempt stopped.
// day is in the time zone of the organisation.
func addReminder(client *Client, id, title string, day time.Time) error {
	record, reminder, err := findReminder(client, id)
	if err != nil {
		return err
	}
	if record == nil {
		reminder = Reminder{Title: title, Day: day.Format("2006-01-02"), Outcome: "pending"}
	}
	if reminder.Outcome != "pending" {
		return nil
	}
	if err := client.PutRecord("reminder", id, reminder, 0); err != nil {
		return err
	}
	// Here client may be a person's, which gets no secret settings: read those with the plugin's own client.
	var settings struct {
		Hour int `json:"hour"`
	}
	if err := client.Settings(&settings); err != nil {
		return err
	}
	at := fmt.Sprintf("%s %02d:00", reminder.Day, settings.Hour)
	starts, err := time.ParseInLocation("2006-01-02 15:04", at, day.Location())
	if err != nil {
		return err
	}
	changes := map[string]string{
		"title":     reminder.Title,
		"starts_at": starts.Format(time.RFC3339),
		"ends_at":   starts.Add(30 * time.Minute).Format(time.RFC3339),
	}
	proposal := map[string]any{
		"external_id": id, "record_type": "calendar_event", "action": "create", "changes": changes, "summary": reminder.Title,
	}
	return client.Send(Request{Method: "POST", Path: "/proposals", Body: proposal, Key: "reminder." + id}, nil)
}

func findReminder(client *Client, id string) (*Record, Reminder, error) {
	var reminder Reminder
	record, err := client.FindRecord("reminder", id)
	if record != nil {
		err = json.Unmarshal(record.Data, &reminder)
	}
	return record, reminder, err
}

// dayAfter is the day that many days from now in the time zone of the organisation, wherever this server runs.
func dayAfter(days int, zone *time.Location) time.Time {
	return time.Now().In(zone).AddDate(0, 0, days)
}
