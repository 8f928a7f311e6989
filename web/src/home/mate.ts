/** The worker of one mate of the crew; whatever it fails at, the others do without it. */

import type { Question } from "./crew";
import { loadKernel } from "./kernel";
import { Mate } from "./play/mate";

const mate = new Mate(loadKernel, (share) => postMessage(share));
onmessage = ({ data }: MessageEvent<Question | "tell">) => void mate.hear(data);
