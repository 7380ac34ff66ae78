module go.acme.dev/kit

go 1.24

require github.com/prometheus/client_golang v1.20.5
