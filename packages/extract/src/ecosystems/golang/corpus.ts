/** Seed files for fuzzing, by path. */
export const corpus = {
  "go.mod": `module github.com/acme/orders/v2

go 1.26
toolchain go1.26.1

require (
	github.com/acme/kit v1.4.0 // indirect
	github.com/acme/log v0.0.0-20260102030405-0123456789ab
)
replace github.com/acme/log => github.com/acme/log-fork v1.0.0
replace github.com/acme/kit => ./kit
tool github.com/acme/lint/cmd/lint
exclude github.com/acme/kit v1.3.9
`,
  "kit/go.mod": "module github.com/acme/kit\n\nrequire gopkg.acme.io/yaml.v3 v3.0.1\n",
  "go.work": "go 1.26\n\nuse (\n\t.\n\t./kit\n)\n\nreplace github.com/acme/log => ../log\n",
  "main.go": `// Package main is a program. é
package main

import (
	"fmt"
	retry "github.com/acme/kit/retry"
	"github.com/acme/log"
)

func main() { fmt.Println(retry.Do, log.New(retry.Options{A: 1})) }
`,
  "retry/retry.go": `package retry

import "gopkg.acme.io/yaml.v3"

/* A
comment. */
type (
	Options struct {
		A int
	}
	Func[T any] func() T
)
const (
	A, B = iota, "x"
)
var Default Options = yaml.Read(\`raw
text\`)
func (o Options) Do() {}
func Do[T any](f Func[T]) error { return nil }
`,
};
