import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies the calls of a Kushk instance to a plugin, with nothing but Java 17.
 *
 * <p>Copy this file into your project. The formats are described at {@code {hub}/docs/en/reference/wire-formats}; the test
 * vectors are at {@code {hub}/docs/assets/verify/vectors.json}. Each method returns a verdict: "valid", or why the
 * call must be refused. Log the verdict, and answer 401 without it. {@link #verifyInstalled} decides which credentials to
 * accept.
 *
 * <pre>
 * byte[] body = request.getInputStream().readAllBytes(); // exactly as received, before any parsing
 * long now = System.currentTimeMillis() / 1000;
 * String verdict = KushkVerify.verifyCall(List.of(secret), request.getHeader("Service-Signature"), body, now);
 * </pre>
 */
public final class KushkVerify {
  private static final int TOLERANCE_SECONDS = 300;
  private static final int MIN_SECRET_LENGTH = 16;
  private static final int MAX_HEADER_LENGTH = 512;
  private static final int MAX_VALUES = 4;
  private static final int MAX_ISSUER_LENGTH = 2048;
  private static final Pattern ELEMENT = Pattern.compile("[a-z][a-z0-9]{0,7}=[A-Za-z0-9+/=_.-]{1,128}");
  private static final Pattern TIMESTAMP = Pattern.compile("[1-9][0-9]{0,11}");
  private static final Pattern HEX_SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern API_BASE = Pattern.compile("https?://[^/?#@\\\\\\s]+/i/[A-Za-z0-9_-]+/plugin/v1");
  private static final Pattern DETACHED_JWS = Pattern.compile("[A-Za-z0-9_-]+\\.\\.[A-Za-z0-9_-]{86}");
  /** What precedes the 32 bytes of an Ed25519 key in its X.509 form (RFC 8410). */
  private static final String X509_PREFIX = "302a300506032b6570032100";

  private KushkVerify() {}

  /**
   * Checks {@code Service-Signature} with every accepted secret of the installation, the newest and the previous one.
   *
   * @return "valid", "missing", "malformed", "mismatch" (wrong secret, or the body changed) or "stale" (more than five
   *     minutes before or after {@code now}, in Unix seconds)
   */
  public static String verifyCall(List<String> secrets, String header, byte[] body, long now) {
    if (header == null || header.isEmpty()) return "missing";
    if (header.length() > MAX_HEADER_LENGTH) return "malformed";
    String timestamp = null;
    List<String> values = new ArrayList<>();
    for (String element : header.split(",", -1)) {
      if (!ELEMENT.matcher(element).matches()) return "malformed";
      String scheme = element.substring(0, element.indexOf('='));
      String value = element.substring(element.indexOf('=') + 1);
      if (scheme.equals("t")) {
        if (timestamp != null || !TIMESTAMP.matcher(value).matches()) return "malformed";
        timestamp = value;
      } else if (scheme.equals("v1")) {
        if (!HEX_SHA256.matcher(value).matches()) return "malformed";
        values.add(value);
      } // Other schemes are skipped, so that later versions can add some.
    }
    if (timestamp == null || values.isEmpty() || values.size() > MAX_VALUES) return "malformed";
    boolean matches = false;
    for (String secret : secrets) {
      if (secret.length() < MIN_SECRET_LENGTH) continue; // An empty environment variable must not verify anything.
      byte[] expected = hex(hmac(secret, timestamp + ".", body)).getBytes(StandardCharsets.US_ASCII);
      // All pairs are compared, so that the duration does not reveal which one matched.
      for (String value : values)
        matches = MessageDigest.isEqual(expected, value.getBytes(StandardCharsets.US_ASCII)) || matches;
    }
    if (!matches) return "mismatch";
    return Math.abs(now - Long.parseLong(timestamp)) <= TOLERANCE_SECONDS ? "valid" : "stale";
  }

  /**
   * Checks {@code Service-Issuer-Signature} of a lifecycle call with the keys of a JWKS (see {@link #parseJson}).
   *
   * @param origin the origin of {@code api_base}, or null when it is not known
   * @return "valid", "missing", "malformed", "algorithm", "audience" (meant for another plugin), "issuer" (another
   *     instance), "stale", "unknown_key", "unlisted" (the key is not listed for the origin that signed) or "mismatch"
   */
  public static String verifyIssuer(
      Map<?, ?> jwks, String header, byte[] body, String pluginId, String origin, long now) {
    if (header == null || header.isEmpty()) return "missing";
    Map<?, ?> claims = readIssuer(header);
    if (claims == null) return "malformed";
    if (!claims.get("alg").equals("EdDSA")) return "algorithm";
    if (!claims.get("aud").equals(pluginId)) return "audience";
    if (origin != null && !claims.get("iss").equals(origin)) return "issuer";
    if (Math.abs(now - (Long) claims.get("iat")) > TOLERANCE_SECONDS) return "stale";
    Key key = keyOf(jwks, claims.get("kid"));
    if (key == null) return "unknown_key";
    if (!key.origins().contains(claims.get("iss"))) return "unlisted";
    String[] parts = header.split("\\.");
    String payload = Base64.getUrlEncoder().withoutPadding().encodeToString(body);
    byte[] signed = (parts[0] + "." + payload).getBytes(StandardCharsets.US_ASCII);
    return ed25519(key.bytes(), signed, Base64.getUrlDecoder().decode(parts[2])) ? "valid" : "mismatch";
  }

  /**
   * What is stored of an installation: the origin of {@code api_base}, the accepted secrets, and {@code iat} of the last
   * {@code installed} that was accepted.
   */
  public record KnownInstallation(String origin, List<String> secrets, long issuedAt) {}

  /** An {@code installed} call as it was received: three headers and the body. */
  public record InstalledCall(String installationId, String signature, String issuerSignature, byte[] body) {}

  /**
   * Decides whether the credentials in an {@code installed} call may be stored. Store the {@code iat} of this call ({@link
   * #readIssuer}) with the credentials.
   *
   * @param known null for an installation that is not known
   * @return "valid", a verdict of {@link #verifyCall} or {@link #verifyIssuer}, "body" (answer 400), "origin" (another
   *     instance) or "replayed" (not signed later than the stored credentials)
   */
  public static String verifyInstalled(
      Map<?, ?> jwks, InstalledCall call, KnownInstallation known, String pluginId, long now) {
    Map<?, ?> content = installedContent(call);
    if (content == null) return "body";
    boolean isReconnect = Boolean.TRUE.equals(content.get("reconnect"));
    // A new installation and a reconnect bring the secret that verifies them.
    List<String> secrets =
        known == null || isReconnect ? List.of((String) content.get("signing_secret")) : known.secrets();
    String verdict = verifyCall(secrets, call.signature(), call.body(), now);
    if (!verdict.equals("valid")) return verdict;
    String apiBase = (String) content.get("api_base");
    String origin = apiBase.substring(0, apiBase.length() - apiPath(call).length());
    verdict = verifyIssuer(jwks, call.issuerSignature(), call.body(), pluginId, origin, now);
    if (!verdict.equals("valid") || known == null || !isReconnect) return verdict;
    if (!origin.equals(known.origin())) return "origin";
    return (Long) readIssuer(call.issuerSignature()).get("iat") > known.issuedAt() ? "valid" : "replayed";
  }

  /** Returns the body of the call, or null when it is wrong. */
  private static Map<?, ?> installedContent(InstalledCall call) {
    Object value;
    try {
      value = parseJson(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(call.body())).toString());
    } catch (IllegalArgumentException | CharacterCodingException error) {
      return null;
    }
    if (!(value instanceof Map<?, ?> content) || !"installed".equals(content.get("event"))) return null;
    if (!call.installationId().equals(content.get("installation_id"))) return null;
    if (!(content.get("signing_secret") instanceof String) || !(content.get("api_base") instanceof String base)) return null;
    Object reconnect = content.get("reconnect");
    if (reconnect != null && !(reconnect instanceof Boolean)) return null;
    return API_BASE.matcher(base).matches() && base.endsWith(apiPath(call)) ? content : null;
  }

  private static String apiPath(InstalledCall call) {
    return "/i/" + call.installationId() + "/plugin/v1";
  }

  /** Returns the claims WITHOUT verification, only to find the keys of the issuer. Null when malformed. */
  public static Map<?, ?> readIssuer(String header) {
    if (header.length() > MAX_ISSUER_LENGTH || !DETACHED_JWS.matcher(header).matches()) return null;
    try {
      byte[] json = Base64.getUrlDecoder().decode(header.substring(0, header.indexOf('.')));
      Object value = parseJson(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString());
      if (!(value instanceof Map<?, ?> claims) || claims.containsKey("crit")) return null;
      for (String name : List.of("alg", "kid", "iss", "aud")) if (!(claims.get(name) instanceof String)) return null;
      return claims.get("iat") instanceof Long ? claims : null;
    } catch (IllegalArgumentException | CharacterCodingException error) {
      return null;
    }
  }

  /** The origins are those for which an instance may sign with the key. */
  private record Key(byte[] bytes, List<?> origins) {}

  private static Key keyOf(Map<?, ?> jwks, Object kid) {
    if (!(jwks.get("keys") instanceof List<?> keys)) return null;
    for (Object entry : keys) {
      if (!(entry instanceof Map<?, ?> key) || !kid.equals(key.get("kid"))) continue;
      if (!"OKP".equals(key.get("kty")) || !"Ed25519".equals(key.get("crv"))) continue;
      if (!(key.get("x") instanceof String x)) return null;
      try {
        byte[] raw = Base64.getUrlDecoder().decode(x);
        List<?> origins = key.get("service_origins") instanceof List<?> listed ? listed : List.of();
        return raw.length == 32 ? new Key(raw, origins) : null;
      } catch (IllegalArgumentException error) {
        return null;
      }
    }
    return null;
  }

  private static boolean ed25519(byte[] key, byte[] message, byte[] signature) {
    try {
      byte[] x509 = ByteBuffer.allocate(44).put(bytes(X509_PREFIX)).put(key).array();
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(x509)));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException error) {
      return false; // A point that is not on the curve, or a signature outside the allowed range.
    }
  }

  private static byte[] hmac(String secret, String prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update(prefix.getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(body);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error); // Every Java has HmacSHA256.
    }
  }

  private static String hex(byte[] data) {
    return java.util.HexFormat.of().formatHex(data);
  }

  private static byte[] bytes(String hex) {
    return java.util.HexFormat.of().parseHex(hex);
  }

  /**
   * Parses JSON into Map, List, String, Long (whole numbers), Double, Boolean and null. Throws IllegalArgumentException.
   * Use your own JSON library instead, if you have one.
   */
  public static Object parseJson(String text) {
    JsonReader reader = new JsonReader(text);
    Object value = reader.value(0);
    reader.skipSpace();
    if (reader.at < text.length()) throw new IllegalArgumentException("text after the value");
    return value;
  }

  private static final class JsonReader {
    private static final int MAX_DEPTH = 64;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private final String text;
    private int at = 0;

    JsonReader(String text) {
      this.text = text;
    }

    Object value(int depth) {
      if (depth > MAX_DEPTH) throw new IllegalArgumentException("nested too deeply");
      skipSpace();
      if (take('{')) return object(depth);
      if (take('[')) return array(depth);
      if (take('"')) return string();
      for (String word : List.of("true", "false", "null")) {
        if (!text.startsWith(word, at)) continue;
        at += word.length();
        return word.equals("null") ? null : (Object) word.equals("true");
      }
      return number();
    }

    private Map<String, Object> object(int depth) {
      Map<String, Object> members = new HashMap<>();
      skipSpace();
      if (take('}')) return members;
      do {
        skipSpace();
        require('"');
        String name = string();
        skipSpace();
        require(':');
        members.put(name, value(depth + 1));
        skipSpace();
      } while (take(','));
      require('}');
      return members;
    }

    private List<Object> array(int depth) {
      List<Object> items = new ArrayList<>();
      skipSpace();
      if (take(']')) return items;
      do {
        items.add(value(depth + 1));
        skipSpace();
      } while (take(','));
      require(']');
      return items;
    }

    private String string() {
      StringBuilder result = new StringBuilder();
      while (!take('"')) {
        char next = next();
        if (next < ' ') throw new IllegalArgumentException("a control character in a text");
        result.append(next == '\\' ? escaped() : next);
      }
      return result.toString();
    }

    private char escaped() {
      char code = next();
      if (code == 'u') {
        if (at + 4 > text.length()) throw new IllegalArgumentException("the text ends too early");
        at += 4;
        return (char) java.util.HexFormat.fromHexDigits(text, at - 4, at);
      }
      int position = "\"\\/bfnrt".indexOf(code);
      if (position < 0) throw new IllegalArgumentException("an unknown escape");
      return "\"\\/\b\f\n\r\t".charAt(position);
    }

    private Object number() {
      java.util.regex.Matcher matcher = NUMBER.matcher(text).region(at, text.length());
      if (!matcher.lookingAt()) throw new IllegalArgumentException("not a JSON value");
      at = matcher.end();
      boolean isWhole = matcher.group(2) == null && matcher.group(3) == null;
      return isWhole ? (Object) Long.parseLong(matcher.group()) : (Object) Double.parseDouble(matcher.group());
    }

    private char next() {
      if (at >= text.length()) throw new IllegalArgumentException("the text ends too early");
      return text.charAt(at++);
    }

    private boolean take(char wanted) {
      if (at >= text.length() || text.charAt(at) != wanted) return false;
      at += 1;
      return true;
    }

    private void require(char wanted) {
      if (!take(wanted)) throw new IllegalArgumentException("expected " + wanted);
    }

    void skipSpace() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at += 1;
    }
  }
}
