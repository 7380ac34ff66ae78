/** Seed files for fuzzing, by path. */
export const corpus = {
  "pom.xml": `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent>
    <groupId>io.acme</groupId><artifactId>acme-parent</artifactId><version>12</version><relativePath/>
  </parent>
  <artifactId>shop</artifactId> <!-- é😀 -->
  <version>\${revision}</version>
  <properties><revision>2.1.0-SNAPSHOT</revision><kit.version>[1.4,2)</kit.version></properties>
  <dependencyManagement><dependencies>
    <dependency>
      <groupId>io.acme</groupId><artifactId>bom</artifactId><version>3</version><type>pom</type><scope>import</scope>
    </dependency>
    <dependency><groupId>io.acme</groupId><artifactId>kit</artifactId><version>\${kit.version}</version></dependency>
  </dependencies></dependencyManagement>
  <build><plugins><plugin><artifactId>maven-jar-plugin</artifactId></plugin></plugins></build>
</project>
`,
  "shop-api/pom.xml": `<project>
  <parent><groupId>io.acme</groupId><artifactId>shop</artifactId><version>\${revision}</version></parent>
  <artifactId>shop-api</artifactId>
  <dependencies>
    <dependency><groupId>io.acme</groupId><artifactId>kit</artifactId></dependency>
    <dependency><groupId>com.github.acme</groupId><artifactId>log</artifactId><version>\${log.version}</version></dependency>
  </dependencies>
  <profiles><profile><id>x</id><properties><log.version>v1&amp;2</log.version></properties></profile></profiles>
</project>
`,
};
