import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Runs KushkVerify over the vectors: `java RunVectors ../vectors.json` prints one verdict per line. */
final class RunVectors {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Map<?, ?> vectors = (Map<?, ?>) KushkVerify.parseJson(Files.readString(Path.of(args[0])));
    for (Object entry : (List<?>) vectors.get("calls")) {
      Map<?, ?> vector = (Map<?, ?>) entry;
      List<String> secrets = ((List<?>) vector.get("secrets")).stream().map(String.class::cast).toList();
      String header = (String) vector.get("header");
      String verdict = KushkVerify.verifyCall(secrets, header, bodyOf(vector), (Long) vector.get("now"));
      out.println(vector.get("name") + "\t" + verdict);
    }
    Map<?, ?> jwks = (Map<?, ?>) vectors.get("jwks");
    for (Object entry : (List<?>) vectors.get("issuers")) {
      Map<?, ?> vector = (Map<?, ?>) entry;
      String header = (String) vector.get("header");
      String plugin = (String) vector.get("plugin_id");
      String origin = (String) vector.get("origin");
      String verdict =
          KushkVerify.verifyIssuer(jwks, header, bodyOf(vector), plugin, origin, (Long) vector.get("now"));
      out.println(vector.get("name") + "\t" + verdict);
    }
    for (Object entry : (List<?>) vectors.get("installed")) {
      Map<?, ?> vector = (Map<?, ?>) entry;
      KushkVerify.InstalledCall call =
          new KushkVerify.InstalledCall(
              (String) vector.get("installation_id"),
              (String) vector.get("signature"),
              (String) vector.get("issuer_signature"),
              bodyOf(vector));
      KushkVerify.KnownInstallation known = knownOf((Map<?, ?>) vector.get("known"));
      String plugin = (String) vector.get("plugin_id");
      String verdict = KushkVerify.verifyInstalled(jwks, call, known, plugin, (Long) vector.get("now"));
      out.println(vector.get("name") + "\t" + verdict);
    }
  }

  private static KushkVerify.KnownInstallation knownOf(Map<?, ?> known) {
    if (known == null) return null;
    List<String> secrets = ((List<?>) known.get("secrets")).stream().map(String.class::cast).toList();
    return new KushkVerify.KnownInstallation((String) known.get("origin"), secrets, (Long) known.get("issued_at"));
  }

  private static byte[] bodyOf(Map<?, ?> vector) {
    return Base64.getDecoder().decode((String) vector.get("body_base64"));
  }
}
