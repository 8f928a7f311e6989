/** The browser's part of making and using a passkey; what travels is JSON with base64url for bytes. */

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

interface Described {
  id: string;
  type: "public-key";
}

const described = (list: readonly Described[] | undefined): PublicKeyCredentialDescriptor[] =>
  (list ?? []).map(({ id, type }) => ({ id: bytes(id), type }));

/** Makes a passkey; what comes back is the server's to verify. Throws when the person changes their mind. */
export async function makePasskey(options: string): Promise<string> {
  const asked = JSON.parse(options) as Record<string, never> & {
    challenge: string;
    user: { id: string; name: string; displayName: string };
    excludeCredentials?: Described[];
  };
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: described(asked.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return JSON.stringify({
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  });
}

/** Signs with a passkey of the person's choice. Throws when they change their mind. */
export async function usePasskey(options: string): Promise<string> {
  const asked = JSON.parse(options) as Record<string, never> & { challenge: string; allowCredentials?: Described[] };
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    allowCredentials: described(asked.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return JSON.stringify({
    id: used.id,
    rawId: text(used.rawId),
    type: used.type,
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  });
}

/** Whether this browser knows passkeys at all. */
export const makesPasskeys = (): boolean => "credentials" in navigator && "PublicKeyCredential" in window;
