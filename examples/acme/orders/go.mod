module github.com/acme/orders

go 1.24

require (
	github.com/prometheus/client_golang v1.20.5 // indirect
	go.acme.dev/kit v1.2.0
)
