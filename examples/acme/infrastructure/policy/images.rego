# Checks the Dockerfiles of services: conftest test --policy policy Dockerfile
package main

import rego.v1

stages := [line.Value[0] | some line in input; line.Cmd == "from"]

deny contains message if {
	image := stages[count(stages) - 1]
	not startswith(image, data.base_image)
	message := sprintf("Build on %s instead of %s.", [data.base_image, image])
}
