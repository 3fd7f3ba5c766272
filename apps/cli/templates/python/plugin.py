"""What the plugin does. service.py verifies every call before a function here runs."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo  # It needs the time zones of the system or, as on Windows, `pip install tzdata`.

from client import ApiError

ID = "ir.example.reminders"


def installed(client):
    """An admin has installed the plugin. This may run again after a crash, so everything in it can be repeated.

    The service waits ten seconds: do what takes longer afterwards, in a thread that main.py starts.
    """
    tomorrow = day_after(1, client.installation()["locale"]["timezone"])
    add_reminder(client, "welcome", "Try the reminders", tomorrow)


def event(client, event):
    """An event. Each id arrives here once. When this raises an error, the event comes again later."""
    if event["type"] == "plugin.proposal.settled":
        data = event["data"]
        record = find(client, data["external_id"])
        # An older event may come after a newer one, such as the one with the reason.
        if record is not None and record["data"]["revision"] < data["revision"]:
            changed = {**record["data"], **{name: data[name] for name in ("outcome", "reason", "revision")}}
            client.put_record("reminder", data["external_id"], changed, revision=record["revision"])


def removed(installation_id):
    """An admin has removed the plugin. Delete here what you keep of this customer elsewhere. This may run again."""


def find_reminders(context, arguments):
    """A tool. It only reads: `context.person` sees what the person who asks may see, `context.client` what all see.

    Secret settings come only from `context.client.settings()`.
    """
    text = arguments.get("text", "")
    reminders = (record["data"] for record in context.person.records("reminder"))
    return [reminder for reminder in reminders if text in reminder["title"]][:50]


TOOLS = {"find_reminders": find_reminders}


def sell_reminder(client, person, reminder_id, title, day):
    """The metered service: reserves the price, adds the reminder for the person, and pays when that succeeded."""
    key = f"reminder.{reminder_id}"  # A repetition with the same id is never paid twice.
    with client.charge("reminder.create", 1, key):
        add_reminder(person, reminder_id, title, day)


def add_reminder(client, reminder_id, title, day):
    """Stores a reminder and proposes its event. With the same id it continues where an earlier attempt stopped."""
    record = find(client, reminder_id)
    pending = {"title": title, "day": day, "outcome": "pending", "reason": None, "revision": 0}
    reminder = record["data"] if record else pending
    if reminder["outcome"] != "pending":
        return
    client.put_record("reminder", reminder_id, reminder)
    # Here `client` may be a person's, which gets no secret settings: read those with the plugin's own client.
    installation = client.installation()
    hour, zone = installation["settings"].get("hour", 9), ZoneInfo(installation["locale"]["timezone"])
    starts = datetime.fromisoformat(f"{reminder['day']}T{hour:02}:00:00").replace(tzinfo=zone)
    event = {
        "title": reminder["title"],
        "starts_at": starts.isoformat(),
        "ends_at": starts.replace(minute=30).isoformat(),
    }
    proposal = {"external_id": reminder_id, "record_type": "calendar_event", "action": "create"}
    body = {**proposal, "changes": event, "summary": reminder["title"]}
    client.request("POST", "/proposals", body, key=f"reminder.{reminder_id}")


def find(client, reminder_id):
    try:
        return client.record("reminder", reminder_id)
    except ApiError as error:
        if error.code == "record.not_found":
            return None
        raise


def day_after(days, timezone):
    """The date that many days from now in the time zone of the organisation, wherever this server runs."""
    return (datetime.now(ZoneInfo(timezone)).date() + timedelta(days=days)).isoformat()
