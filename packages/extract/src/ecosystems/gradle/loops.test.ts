import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { gradle } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [gradle]);

/** `line rule rawReference` of every declaration of a script. */
const declared = (text: string, path = "build.gradle"): string[] =>
  extract({ [path]: text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

describe("gradle: loops over literal lists", () => {
  it("declares each element once, on its own line", () => {
    const text = `ext.kit = '1'
def libs = [
  'io.acme:a:1', // 'io.acme:no:1'
  "io.acme:b:$kit",
  [group: 'io.acme', name: 'c', version: '3'],
]
List<String> names = ['d', 'e']
dependencies {
  libs.each { dep ->
    runtimeOnly(dep)
    api(dep) { transitive = false; exclude group: it }
    api 'io.acme:always:1'
  }
  names.each { if (a) { implementation "io.acme:$it:1" } }
  for (String lib : ['io.acme:f:1']) { implementation lib }
  ['io.acme:g:1', 'io.acme:h:1'].each { implementation it }
  ['kit-a': '1', b: '2'].each { name, version -> implementation "io.acme:\${name}:\${version}" }
}
`;
    expect(declared(text)).toEqual([
      "3 gradle.dependency io.acme:a:1",
      "4 gradle.dependency io.acme:b:1",
      "5 gradle.dependency io.acme:c:3",
      "12 gradle.dependency io.acme:always:1",
      "14 gradle.dependency io.acme:d:1",
      "14 gradle.dependency io.acme:e:1",
      "15 gradle.dependency io.acme:f:1",
      "16 gradle.dependency io.acme:g:1",
      "16 gradle.dependency io.acme:h:1",
      "17 gradle.dependency io.acme:kit-a:1",
      "17 gradle.dependency io.acme:b:2",
    ]);
  });

  it("reads Kotlin loops", () => {
    const text = `val libs: List<String> = listOf("io.acme:a:1",
  "io.acme:b:1")
dependencies {
  libs.forEach { implementation(it) }
  for (name in listOf("c", "d")) { api("io.acme:$name:1") }
}`;
    expect(declared(text, "build.gradle.kts")).toEqual([
      "1 gradle.dependency io.acme:a:1",
      "2 gradle.dependency io.acme:b:1",
      "5 gradle.dependency io.acme:c:1",
      "5 gradle.dependency io.acme:d:1",
    ]);
  });

  it("keeps a loop over an unknown list as written", () => {
    const text = `def twice = ['a']
twice = ['b']
dependencies {
  twice.each { name -> implementation "io.acme:$name:1" }
  found.each { name -> implementation "io.acme:$name:2" }
  ['a'].each { name, version -> implementation "io.acme:$name:3" }
  ['a', 'b'].each { implementation it.coordinates }
  ['io.acme:outer:1'].each { found.each { implementation it } }
  ['a'].each { list -> ['b'].each { list -> implementation "io.acme:$list:4" } }
}`;
    expect(declared(text)).toEqual([
      "4 gradle.dependency io.acme:${name}:1",
      "5 gradle.dependency io.acme:${name}:2",
      "6 gradle.dependency io.acme:${name}:3",
      "9 gradle.dependency io.acme:b:4",
    ]);
  });

  it("limits the number of rounds", () => {
    const list = `[${"'a',".repeat(30)}]`;
    const nested = `${`${list}.each { `.repeat(4)} implementation "io.acme:$it:1" ${"}".repeat(4)}`;
    expect(extract({ "build.gradle": `dependencies { ${nested} }` }).problems).toEqual([]);
  });
});
