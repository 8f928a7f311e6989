/** The colors' patterns as textures for cubes, the same marks as on flat pieces. */

import { CanvasTexture, SRGBColorSpace, type Texture } from "three";

const SIZE = 128;

type Draw = (pen: CanvasRenderingContext2D) => void;

const MARKS: Record<string, Draw> = {
  blue: (pen) => {
    for (let i = -SIZE; i < SIZE; i += 32) line(pen, [i, SIZE], [i + SIZE, 0], 9);
  },
  yellow: (pen) => {
    for (let x = 21; x < SIZE; x += 43) for (let y = 21; y < SIZE; y += 43) disc(pen, x, y, 8);
  },
  red: (pen) => {
    for (let x = 0; x < 4; x++) for (let y = 0; y < 4; y++) if ((x + y) % 2 === 0) pen.fillRect(x * 32, y * 32, 32, 32);
  },
  green: (pen) => {
    for (let y = 16; y < SIZE; y += 32) {
      pen.lineWidth = 8;
      pen.beginPath();
      for (let x = 0; x <= SIZE; x += 4) pen.lineTo(x, y + 7 * Math.sin((x / SIZE) * 4 * Math.PI));
      pen.stroke();
    }
  },
};

function line(pen: CanvasRenderingContext2D, from: [number, number], to: [number, number], width: number): void {
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(...to);
  pen.stroke();
}

function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

/** A color with its pattern. */
export function patternTexture(name: string, color: string): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = color;
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.fillStyle = pen.strokeStyle = "rgb(20 14 6 / 0.16)";
  MARKS[name]?.(pen);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}
