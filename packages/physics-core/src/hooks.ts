/**
 * Functions of the user that detection calls. A hook gets one object that is filled anew for every call, so that a step
 * allocates nothing.
 */

/** Two colliders, A of the lower shape kind as in contacts. */
export interface PairView<Body = number, Collider = number> {
  readonly bodyA: Body;
  readonly bodyB: Body;
  readonly colliderA: Collider;
  readonly colliderB: Collider;
  /** Of the colliders. */
  readonly userDataA: number;
  readonly userDataB: number;
}

type Vector = readonly [x: number, y: number, z: number];

/** A contact that is about to be solved. What can be written begins with what the materials say, in every call. */
export interface ContactView<Body = number, Collider = number> extends PairView<Body, Collider> {
  /** The middle of the touching points, m, world axes. */
  readonly position: Vector;
  /** Unit vector from A to B. */
  readonly normal: Vector;
  /** Velocity of B relative to A at `position`, m/s. */
  readonly velocity: Vector;
  /** Of the deepest point, m; negative where the shapes penetrate. */
  readonly separation: number;
  friction: number;
  restitution: number;
  /** Velocity of B's surface relative to A's, m/s, world axes. The part along the normal has no effect. */
  readonly surfaceVelocity: [x: number, y: number, z: number];
  /** The separation at which the contact begins to push, m. At most `speculativeMargin`; negative: the shapes sink in. */
  targetSeparation: number;
  /** The bodies pass through each other here, until the hook is asked again in the next step. */
  disable(): void;
}

export interface HookFunctions<Body = number, Collider = number> {
  /** Whether two colliders that layers and joints let touch may do so. */
  readonly filterPair?: ((pair: PairView<Body, Collider>) => boolean) | undefined;
  readonly modifyContact?: ((contact: ContactView<Body, Collider>) => void) | undefined;
}

/** The hooks of a world. Not part of its state. */
export interface HookSet {
  filterPair: HookFunctions['filterPair'];
  modifyContact: HookFunctions['modifyContact'];
}
