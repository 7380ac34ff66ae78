/** Seed files for fuzzing, by path. */
export const corpus = {
  "proto/acme/pets/v1/pets.proto": `// é
edition = "2023";
package acme.pets.v1;
import public "acme/owners/v1/owner.proto";
import 'google/protobuf/timestamp.proto';
/* import "gone.proto"; */
option go_package = "x/y";
message Pet {
  option (acme.options.v1.message) = { a: 1, b: [2; 3] };
  reserved 2, 4 to 6;
  repeated owners.v1.Owner owners = 1 [(acme.options.v1.field).x = "}", deprecated = true];
  map<string, .acme.owners.v1.Address> places = 3;
  oneof kind { Kind value = 7; string text = 8; }
  enum Kind { KIND_UNSPECIFIED = 0; CAT = 1 [(acme.options.v1.name) = "c"]; }
  optional group Old = 9 { optional int32 a = 1; }
  message Inner { Inner next = 1; }
  extensions 100 to max;
}
extend google.protobuf.FieldOptions { optional string note = 50000; }
service PetService {
  rpc Get(GetRequest) returns (stream Pet) { option (google.api.http) = { get: "/v1" }; }
  rpc List(acme.owners.v1.Owner) returns (Pet);
}
message GetRequest {}
`,
  "proto/buf.yaml":
    "version: v1\nname: buf.build/acme/animals\ndeps:\n  - buf.build/acme/owners:main\n  - buf.build/acme/options\n",
  "proto/buf.lock":
    "version: v1\ndeps:\n  - remote: buf.build\n    owner: acme\n    repository: owners\n    commit: 0123456789abcdef0123456789abcdef\n",
  "buf.gen.yaml":
    "version: v2\ninputs:\n  - module: buf.build/acme/pets:v1.2.0\n  - git_repo: https://github.com/acme/protos.git\n    branch: main\n",
};
