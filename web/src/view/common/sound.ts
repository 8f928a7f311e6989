/** The sounds of the table, made on the spot: a wooden tap for a piece, two notes for your turn or for little time. Off unless wanted. */

let context: AudioContext | null = null;

/** Plays the tap; a little higher for one's own pieces. */
export function tap(own: boolean): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(own ? 420 : 320, now);
  tone.frequency.exponentialRampToValueAtTime(own ? 190 : 140, now + 0.07);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}

/** Two short notes: little time is left. */
export const warn = (): void => notes([660, 880]);

/** A falling third: it is your turn. */
export const chime = (): void => notes([587, 494]);

function notes(pitches: readonly number[]): void {
  context ??= new AudioContext();
  for (const [index, pitch] of pitches.entries()) {
    const now = context.currentTime + index * 0.14;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "sine";
    tone.frequency.setValueAtTime(pitch, now);
    volume.gain.setValueAtTime(0.14, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.13);
  }
}
