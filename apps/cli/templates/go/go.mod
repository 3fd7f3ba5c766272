module ir.example.reminders

go 1.18
