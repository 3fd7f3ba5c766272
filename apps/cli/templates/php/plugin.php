<?php
/** What the plugin does. service.php verifies every call before a function here runs. */

declare(strict_types=1);

const ID = 'ir.example.reminders';

/**
 * An admin has installed the plugin. This may run again after a crash, so everything in it can be repeated.
 * The service waits ten seconds: do what takes longer afterwards, in a process of your own.
 */
function installed(Client $client): void
{
    $tomorrow = day_after(1, $client->installation()['locale']['timezone']);
    add_reminder($client, 'welcome', 'Try the reminders', $tomorrow);
}

/**
 * An event. Each id arrives here once. When this throws, the event comes again later.
 *
 * @param array{type: string, data: array<string, mixed>} $event
 */
function handle_event(Client $client, array $event): void
{
    if ($event['type'] !== 'plugin.proposal.settled') {
        return;
    }
    ['external_id' => $id, 'outcome' => $outcome, 'reason' => $reason] = $event['data'];
    $revision = $event['data']['revision'] ?? 1;
    $record = $client->findRecord('reminder', $id);
    // A reason that is written later is an event with a higher revision. Events may arrive in another order.
    if ($record === null || ($record['data']['revision'] ?? 0) > $revision) {
        return;
    }
    $changed = ['outcome' => $outcome, 'reason' => $reason, 'revision' => $revision] + $record['data'];
    $client->putRecord('reminder', $id, $changed, $record['revision']);
}

/** An admin has removed the plugin. Delete here what you keep of this customer elsewhere. This may run again. */
function removed(string $installation_id): void
{
}

/**
 * Tools by their name in the manifest. A tool only reads: $call->person sees what the person who asks may see,
 * $call->client what all see. Secret settings come only from $call->client->settings().
 *
 * @return array<string, callable(ToolCall): mixed>
 */
function tools(): array
{
    return ['find_reminders' => 'find_reminders'];
}

function find_reminders(ToolCall $call): array
{
    $text = $call->arguments['text'] ?? '';
    $found = [];
    foreach ($call->person->records('reminder') as ['data' => $reminder]) {
        if (count($found) < 50 && str_contains($reminder['title'], $text)) {
            $found[] = $reminder;
        }
    }
    return $found;
}

/**
 * The metered service: reserves the price, adds the reminder for the person, and pays when that succeeded. A repetition
 * with the same id is never paid twice.
 */
function sell_reminder(Client $client, Client $person, string $id, string $title, string $day): void
{
    $client->charge('reminder.create', 1, "reminder.$id", fn () => add_reminder($person, $id, $title, $day));
}

/** Stores a reminder and proposes its event. With the same id it continues where an earlier attempt stopped. */
function add_reminder(Client $client, string $id, string $title, string $day): void
{
    $new = ['title' => $title, 'day' => $day, 'outcome' => 'pending', 'reason' => null, 'revision' => 0];
    $reminder = $client->findRecord('reminder', $id)['data'] ?? $new;
    if ($reminder['outcome'] !== 'pending') {
        return;
    }
    $client->putRecord('reminder', $id, $reminder);
    // Here $client may be a person's, which gets no secret settings: read those with the plugin's own client.
    ['settings' => $settings, 'locale' => $locale] = $client->installation();
    $starts = new DateTimeImmutable($reminder['day'], new DateTimeZone($locale['timezone']));
    $hour = $settings['hour'] ?? 9;
    $changes = [
        'title' => $reminder['title'],
        'starts_at' => $starts->setTime($hour, 0)->format(DATE_RFC3339),
        'ends_at' => $starts->setTime($hour, 30)->format(DATE_RFC3339),
    ];
    $proposal = ['external_id' => $id, 'record_type' => 'calendar_event', 'action' => 'create'];
    $body = $proposal + ['changes' => $changes, 'summary' => $reminder['title']];
    $client->send('POST', '/proposals', $body, "reminder.$id");
}

/** The date that many days from now in the time zone of the organisation, wherever this server runs. */
function day_after(int $days, string $timezone): string
{
    return (new DateTimeImmutable('now', new DateTimeZone($timezone)))->modify("$days days")->format('Y-m-d');
}
