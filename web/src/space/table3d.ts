/** The table in space, drawn with three.js: turntable, structure, pieces and the piece that is held. */

import {
  AmbientLight,
  BoxGeometry,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  DoubleSide,
  EdgesGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  PlaneGeometry,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Material,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import type { Point } from "../core/board/geometry";
import { patternTexture } from "./pattern";

export interface SolidPiece {
  readonly cells: readonly Point[];
  readonly color: string;
  readonly look: "solid" | "legal" | "illegal" | "proposal";
  readonly glow: boolean;
}

export interface SolidScene {
  readonly size: number;
  /** `[x, y, limit]` of every column of the footprint. */
  readonly columns: readonly (readonly [number, number, number])[];
  readonly pieces: readonly SolidPiece[];
  readonly held: SolidPiece | null;
  readonly pattern: boolean;
}

export type View = "north" | "east" | "south" | "west" | "top";

const GAP = 0.03;
const GROUND = new Plane(new Vector3(0, 1, 0), 0);

/** Draws a scene into a canvas, whenever something changes and never otherwise. */
export class Table3D {
  private readonly renderer: WebGLRenderer;
  private readonly camera = new PerspectiveCamera(32, 1, 0.1, 200);
  private readonly world = new Scene();
  private readonly ground = new Group();
  private readonly laid = new Group();
  private readonly hand = new Group();
  private readonly controls: OrbitControls;
  private readonly materials = new Map<string, Material>();
  private readonly cube = new RoundedBoxGeometry(1 - GAP, 1 - GAP, 1 - GAP, 2, 0.07);
  private drawn: SolidScene | null = null;
  private frame = 0;
  private fall = 0;
  private far = 22;

  /** Throws where the browser has no WebGL. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly calm: boolean,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.world.add(this.ground, this.laid, this.hand, new AmbientLight(0xffffff, 1.5));
    const sun = new DirectionalLight(0xfff4e2, 2.1);
    sun.position.set(-6, 16, 9);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.camera.left = sun.shadow.camera.bottom = -9;
    sun.shadow.camera.right = sun.shadow.camera.top = 9;
    sun.shadow.radius = 4;
    sun.shadow.normalBias = 0.03;
    this.world.add(sun);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.08; // never below the table
    this.controls.minDistance = 8;
    this.controls.maxDistance = 34;
    this.controls.target.set(0, 0.8, 0);
    this.controls.addEventListener("change", () => this.render());
    this.look("south");
  }

  /** Turning the table is off while a piece is held. */
  set free(free: boolean) {
    this.controls.enabled = free;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.render();
  }

  /** Looks from a side, or straight from above. */
  look(from: View): void {
    const { far } = this;
    const slope = from === "top" ? Math.PI / 2 - 0.001 : 0.72;
    const turn = { south: 0.32, east: 0.32 + Math.PI / 2, north: 0.32 + Math.PI, west: 0.32 - Math.PI / 2, top: 0 }[
      from
    ];
    this.camera.position.set(
      Math.sin(turn) * Math.cos(slope) * far,
      Math.sin(slope) * far,
      Math.cos(turn) * Math.cos(slope) * far,
    );
    this.controls.update();
    this.render();
  }

  draw(scene: SolidScene): void {
    const before = this.drawn;
    this.drawn = scene;
    if (!before || before.columns !== scene.columns) this.layGround(scene);
    if (!before || before.pieces !== scene.pieces || before.pattern !== scene.pattern)
      this.fill(this.laid, scene.pieces, scene);
    if (!before || before.held !== scene.held) {
      this.fill(this.hand, scene.held ? [scene.held] : [], scene);
      if (!this.calm && scene.held && `${scene.held.cells}` !== `${before?.held?.cells}`) this.drop();
    }
    this.render();
  }

  /** The column under a point of the screen, as `[x, y, 0]`, or null beside the table. */
  columnAt(clientX: number, clientY: number): Point | null {
    if (!this.drawn) return null;
    const area = this.canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - area.left) / area.width) * 2 - 1, 1 - ((clientY - area.top) / area.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const half = this.drawn.size / 2;
    const hit = ray.intersectObjects(this.laid.children, true).find((each) => each.object instanceof Mesh);
    // A little inside the cube that was hit, so that its own column is meant and not its neighbor's.
    const point = hit
      ? hit.point.clone().addScaledVector((hit.face?.normal ?? new Vector3()).clone(), -0.05)
      : ray.ray.intersectPlane(GROUND, new Vector3());
    if (!point) return null;
    const [x, y] = [Math.floor(point.x + half), Math.floor(half - point.z)];
    return x >= 0 && y >= 0 && x < this.drawn.size && y < this.drawn.size ? [x, y, 0] : null;
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.controls.dispose();
    this.renderer.dispose();
    for (const material of this.materials.values()) material.dispose();
    this.cube.dispose();
  }

  /** Colors may have changed with the theme. */
  repaint(): void {
    for (const material of this.materials.values()) material.dispose();
    this.materials.clear();
    const scene = this.drawn;
    this.drawn = null;
    if (scene) this.draw(scene);
  }

  private token(name: string): string {
    // Asked for as a color, so that it comes back as the one of the theme in use, and at once.
    this.canvas.style.transitionProperty = "none";
    this.canvas.style.color = `var(--${name})`;
    return getComputedStyle(this.canvas).color;
  }

  private layGround({ size, columns }: SolidScene): void {
    this.ground.clear();
    const half = size / 2;
    // A round table just large enough for the structure; the camera keeps it and the full height in view.
    const reach = Math.max(
      ...columns.map(([x, y]) => Math.hypot(Math.abs(x + 0.5 - half) + 0.5, Math.abs(y + 0.5 - half) + 0.5)),
    );
    const tallest = Math.max(...columns.map(([, , limit]) => limit));
    this.far = 3.7 * (reach + 0.9) + 0.9 * tallest;
    this.controls.target.set(0, 0.32 * tallest, 0);
    this.controls.maxDistance = 2 * this.far;
    const top = new Mesh(
      new CylinderGeometry(reach + 0.75, reach + 0.95, 0.36, 96),
      new MeshStandardMaterial({ color: new Color(this.token("board")), roughness: 0.95 }),
    );
    top.position.y = -0.19;
    top.receiveShadow = true;
    this.ground.add(top);
    const tile = new MeshStandardMaterial({ color: new Color(this.token("tile")), roughness: 0.9 });
    const plane = new PlaneGeometry(0.96, 0.96);
    const lines: number[] = [];
    const limits = new Map(columns.map(([x, y, limit]) => [`${x},${y}`, limit]));
    for (const [x, y, limit] of columns) {
      const mesh = new Mesh(plane, tile);
      mesh.rotation.x = -Math.PI / 2;
      mesh.position.set(x + 0.5 - half, 0.002, half - 0.5 - y);
      mesh.receiveShadow = true;
      this.ground.add(mesh);
      // The edges of the room that may be filled: a line wherever a neighboring column ends lower.
      const sides: [number, number, [number, number], [number, number]][] = [
        [1, 0, [x + 1, y], [x + 1, y + 1]],
        [-1, 0, [x, y], [x, y + 1]],
        [0, 1, [x, y + 1], [x + 1, y + 1]],
        [0, -1, [x, y], [x + 1, y]],
      ];
      for (const [dx, dy, a, b] of sides)
        if ((limits.get(`${x + dx},${y + dy}`) ?? 0) < limit)
          lines.push(a[0] - half, limit, half - a[1], b[0] - half, limit, half - b[1]);
    }
    const room = new BufferGeometry();
    room.setAttribute("position", new Float32BufferAttribute(lines, 3));
    this.ground.add(
      new LineSegments(
        room,
        new LineBasicMaterial({ color: new Color(this.token("line-strong")), transparent: true, opacity: 0.6 }),
      ),
    );
    this.look("south");
  }

  private material(piece: SolidPiece, pattern: boolean): Material {
    const key = `${piece.color}.${piece.look}.${pattern}`;
    let material = this.materials.get(key);
    if (!material) {
      const color = new Color(this.token(piece.look === "illegal" ? "bad" : piece.color));
      material =
        piece.look === "solid" || piece.look === "legal"
          ? new MeshStandardMaterial({
              color: pattern ? 0xffffff : color,
              map: pattern ? patternTexture(piece.color, `#${color.getHexString()}`) : null,
              roughness: 0.62,
              // A held piece glows a little, so that it is told from those that lie.
              emissive: piece.look === "legal" ? color : new Color(0),
              emissiveIntensity: piece.look === "legal" ? 0.4 : 0,
              metalness: 0.02,
            })
          : new MeshBasicMaterial({
              color,
              transparent: true,
              opacity: piece.look === "illegal" ? 0.45 : 0.6,
              side: DoubleSide,
            });
      this.materials.set(key, material);
    }
    return material;
  }

  private fill(group: Group, pieces: readonly SolidPiece[], { size, pattern }: SolidScene): void {
    group.clear();
    group.position.y = 0;
    const half = size / 2;
    for (const piece of pieces) {
      const material = this.material(piece, pattern);
      for (const [x, y, z] of piece.cells) {
        const mesh = new Mesh(this.cube, material);
        mesh.position.set(x + 0.5 - half, z + 0.5, half - 0.5 - y);
        mesh.castShadow = piece.look !== "illegal";
        mesh.receiveShadow = true;
        group.add(mesh);
      }
      group.add(this.border(piece, half));
    }
  }

  /** A line along the edges of the whole piece, so that neighbors of one color stay apart. */
  private border(piece: SolidPiece, half: number): LineSegments {
    const has = new Set(piece.cells.map(String));
    const positions: number[] = [];
    const box = new EdgesGeometry(new BoxGeometry(1.002, 1.002, 1.002)).getAttribute("position");
    for (const [x, y, z] of piece.cells)
      for (let i = 0; i < box.count; i += 2) {
        const [ax, ay, az] = [box.getX(i), box.getY(i), box.getZ(i)];
        const [bx, by, bz] = [box.getX(i + 1), box.getY(i + 1), box.getZ(i + 1)];
        // The edge's two faces: if both neighbors, or neither with the diagonal, are missing it is a border.
        const mid = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2] as const;
        const step = mid.map((value) => (Math.abs(value) > 0.4 ? Math.sign(value) : 0)) as [number, number, number];
        const axes = [0, 1, 2].filter((axis) => step[axis] !== 0);
        const neighbor = (which: number[]) => {
          const s = [0, 0, 0];
          for (const axis of which) s[axis] = step[axis]!;
          return has.has(String([x + s[0]!, y - s[2]!, z + s[1]!]));
        };
        const sides = [neighbor([axes[0]!]), neighbor([axes[1]!])];
        const isBorder = sides[0] === sides[1] ? !sides[0] || !neighbor(axes) : neighbor(axes);
        if (!isBorder) continue;
        const at = [x + 0.5 - half, z + 0.5, half - 0.5 - y] as const;
        positions.push(at[0] + ax, at[1] + ay, at[2] + az, at[0] + bx, at[1] + by, at[2] + bz);
      }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    const dark = new Color(this.token(piece.look === "illegal" ? "bad" : piece.color)).multiplyScalar(
      piece.glow || piece.look === "legal" ? 0.05 : 0.42,
    );
    return new LineSegments(geometry, new LineBasicMaterial({ color: dark }));
  }

  /** The held piece falls the last bit onto its column. */
  private drop(): void {
    const began = performance.now();
    const from = 0.55;
    cancelAnimationFrame(this.fall);
    const step = (now: number) => {
      const part = Math.min(1, (now - began) / 150);
      this.hand.position.y = from * (1 - part) ** 2;
      this.render();
      if (part < 1) this.fall = requestAnimationFrame(step);
    };
    this.fall = requestAnimationFrame(step);
  }

  private render(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.renderer.render(this.world, this.camera);
    });
  }
}
