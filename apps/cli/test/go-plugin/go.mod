module example.ir/plugin

go 1.18
