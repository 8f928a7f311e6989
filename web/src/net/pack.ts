/** A record's text as the letters of a link, deflated and in base64, and back; the server does the same. */

/** Bytes of a shared record once unpacked. */
const LONGEST = 100_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: ReadableWritablePair): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate"));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record's text again; empty where the letters hold none. */
export async function unpack(letters: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
      each.charCodeAt(0),
    );
    const plain = await through(bytes, new DecompressionStream("deflate"));
    return plain.length > LONGEST ? "" : new TextDecoder().decode(plain);
  } catch {
    return "";
  }
}
