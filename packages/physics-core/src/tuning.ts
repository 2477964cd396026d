/**
 * Every number of the engine that is neither mathematics nor a setting of the user (settings.ts): its unit, the
 * reason, what was measured, and the test that notices when it changes. A number that only its own place can
 * understand stays there; the list at the end of each section names it.
 *
 * Ratios hold between neighbours of a section, so change one only after a look at the others.
 */

// Collision: shapes, broadphase, narrowphase, continuous collision.

// Shapes within the slop of 5 mm count as touching, so choices worth less than a tenth of it may be made for the
// sake of coherence from step to step.

/**
 * m. SAT: B's best face must separate by this much more than A's to become the reference. Two faces in flat
 * contact separate equally up to rounding; without a bias a resting pair would flip its reference, and with it
 * its points. Not noticed by test/collision/narrowphase: it passes with 5e-2.
 */
export const FACE_BIAS = 5e-4;

/**
 * Ratio. The same bias as a share of the depth: deep penetrations are coarse, and a flip there moves the
 * points further. Noticed by test/collision/narrowphase.
 */
export const FACE_BIAS_RELATIVE = 0.02;

/**
 * m. SAT: an edge pair must separate by this much more than the best face. A face contact has up to four
 * points and an edge contact one, so a face that is nearly as good carries a resting body better. Noticed by
 * test/collision/narrowphase/box-box.test.ts.
 */
export const EDGE_BIAS = 5e-4;

/** Ratio. The same as a share of the depth. Noticed by test/collision/narrowphase. */
export const EDGE_BIAS_RELATIVE = 0.05;

/**
 * sin² of the angle between two edges below which their cross product is no axis. The entries of a rotation
 * carry errors of about 1e-16, so at sin = 1e-5 the axis is still right to 1e-11; below, the face axes cover
 * the pair. Not noticed by test/collision/narrowphase: it passes with 1e-2.
 */
export const PARALLEL_SINE_SQUARED = 1e-10;

/**
 * m. How far a vertex may lie outside a side plane before it is cut. Equal boxes stacked exactly have their
 * corners on the side planes; the slack keeps them whole corners, with the same features, while they jitter.
 * Noticed by test/collision/narrowphase/box-box.test.ts.
 */
export const CLIP_SLACK = 1e-4;

/**
 * m. Points this close in depth count as equally deep when a manifold is reduced, so that noise does not
 * choose. Noticed by test/collision/narrowphase.
 */
export const DEPTH_TIE = 1e-4;

/**
 * Ratio. A distance or an area, weighted by depth, must be larger by this share to be preferred to an earlier
 * point's: more than what DEPTH_TIE changes in the weight at a margin of 20 mm. Noticed by
 * test/collision/narrowphase/reduce.test.ts.
 */
export const SCORE_TIE = 0.01;

/**
 * Ratio of a triangle's doubled area to its longest side squared below which three points count as one line:
 * the third would not carry any torque about it. Noticed by test/collision/narrowphase/reduce.test.ts.
 */
export const COLLINEAR_RATIO = 1e-6;

/**
 * Ratio. Shortest stretch along a rounded shape, over the radii that meet, that is worth two points: nearer
 * ones only make the solver's rows dependent. Not noticed by test/collision/narrowphase: it passes with 0.9.
 */
export const MIN_STRETCH = 0.05;

/**
 * Ratio. Distance of the cores of rounded shapes to rA + rB below which its direction is noise and a fixed one
 * is taken. Noticed by test/collision/narrowphase/rounded.test.ts.
 */
export const COINCIDENT = 1e-10;

/**
 * Sine of the angle (3°) up to which capsules count as parallel. Noticed by
 * test/collision/narrowphase/rounded.test.ts.
 */
export const PARALLEL_SINE = 0.05;

/**
 * Ratio. How far parallel capsules may run apart sideways within their common stretch, to rA + rB: the
 * separation at the ends is then wrong by at most half this squared, 0.5 % of rA + rB. Not noticed by
 * test/collision/narrowphase: it passes with 1.
 */
export const PARALLEL_SPREAD = 0.1;

/**
 * Cosine of the angle (60°) between a face and the contact axis N below which the distance to the face along N
 * says nothing about the shapes. Noticed by test/collision/narrowphase/rounded-polyhedron.test.ts.
 */
export const FACE_ALIGNMENT = 0.5;

/**
 * Ratio. Slack of the side planes and of τ = σ of a capsule on a face, to its radius: far above rounding, far
 * below what changes a contact. Noticed by test/collision/narrowphase/rounded-polyhedron.test.ts.
 */
export const ON_FACE = 1e-6;

/**
 * Ratio. How much better an edge's axis must be than a face's, to the radius: it only breaks ties, because the
 * face gives two points. Noticed by test/collision/narrowphase/rounded-polyhedron.test.ts.
 */
export const EDGE_ADVANTAGE = 1e-6;

/**
 * Ratio of |u × e| to |e| below which an edge is parallel to the core of a capsule and its axis undefined. Not
 * noticed by test/collision/narrowphase: it passes with 0.1.
 */
export const PARALLEL_EDGE = 1e-9;

/**
 * Ratio of v² - v·w to v². The distance of GJK is then right to this, and v itself to its square root. Noticed
 * by test/collision/narrowphase/gjk.test.ts.
 */
export const GJK_CONVERGED = 1e-14;

/**
 * (|v| / |w|)² below which v is rounding noise of the vertices: the cores touch. Noise is 1e-16 |w|, so the
 * margin is 1e4. Noticed by test/collision/narrowphase/gjk.test.ts.
 */
export const GJK_TOUCHING = 1e-24;

/**
 * Ratio. Distance of two cores, to their size along the axis, below which GJK's normal is not taken: rounding of 1e-16 over this
 * distance leaves 7 digits. The axis is then climbed to from a start. Noticed by
 * test/collision/narrowphase/every-pair.test.ts.
 */
export const AXIS_TRUSTED = 1e-9;

/**
 * Ratio. The gap that climbing to an axis leaves between two cores, to their size along it. Small against radii of curvature, so
 * that a step gains many digits; large against rounding. Noticed by test/collision/narrowphase/every-pair.test.ts.
 */
export const AXIS_GAP = 1e-3;

/**
 * Ratio. Climbing ends where a step gains less than this share of the size; the axis is then right to about its square root.
 * Noticed by test/collision/narrowphase/every-pair.test.ts.
 */
export const AXIS_CONVERGED = 1e-13;

/** Steps of climbing at most. Shallow contacts take 1 to 3; the deepest of random pairs up to 20. */
export const AXIS_MAX_ITERATIONS = 32;

/** Normals of faces and sides that are climbed from at most, those that separate most. */
export const AXIS_STARTS = 3;

/** Ratio. Depth to the size of the shapes along the axis up to which one start is enough. */
export const AXIS_SHALLOW = 0.01;

/** Cosine of the angle (8°) to the axis that was found within which no other start is tried. */
export const SAME_AXIS = 0.99;

/**
 * (Sine of the angle between two axes of revolution)² up to which they are parallel, so that their cross product is no axis to
 * start from. Above the rounding of unit vectors, 1e-32. Not noticed by test/collision/narrowphase/every-pair.test.ts.
 */
export const PARALLEL_AXES = 1e-12;

/**
 * Ratio. How much less than the axis found a face may separate, to the size of the shapes, to become the normal: far above the
 * rounding of the former, far below what changes a contact. Noticed by test/collision/narrowphase/every-pair.test.ts.
 */
export const AXIS_SNAP = 1e-9;

/**
 * Cosine of the angle (3°, as PARALLEL_SINE) to the contact axis up to which a face is the contact face. Noticed by
 * test/collision/narrowphase/every-pair.test.ts.
 */
export const FLAT_COSINE = 0.99875;

/** Cosine (78°) below which the plane of a face says nothing about heights along the contact axis. */
export const FACING_LEAST = 0.2;

/** m. By how much the points of a face contact may miss the nearest points of the shapes before these are added. */
export const NEAREST_SLACK = 1e-6;

/** Ratio. The same for two parallel lines, to the sum of their radii: what PARALLEL_SPREAD lets the ends be wrong by. */
export const MISSED_DEPTH = 0.005;

/**
 * Ratio. How much lower along the normal the other end of an edge may be, to the size of the triangle, where the edge counts as
 * touched and not its vertex alone: above the rounding of GJK's normal. Not noticed by test/collision/meshes.
 */
export const EDGE_LEVEL = 1e-6;

/** Ratio. Where Newton's method for a ray on a rounded cylinder ends, to the rounding. */
export const ROUND_RAY_CONVERGED = 1e-13;

/** Steps of it at most: a ray that grazes converges by halves. */
export const ROUND_RAY_MAX_ITERATIONS = 64;

/**
 * (Sine of a corner)² below which a triangle of GJK counts as a line: the cross product keeps 4 digits at a
 * sine of 1e-12. Noticed by test/collision/narrowphase/gjk.test.ts.
 */
export const GJK_FLAT_TRIANGLE = 1e-24;

/**
 * Ratio of the volume to the product of the edge lengths below which a tetrahedron of GJK counts as flat;
 * rounding is 1e-16. Noticed by test/collision/narrowphase/gjk.test.ts.
 */
export const GJK_FLAT_TETRAHEDRON = 1e-12;

/**
 * Iterations of GJK. Polyhedra need about 5 and terminate by themselves; this only bounds damage from non-
 * finite input. Noticed by test/collision/narrowphase/gjk.test.ts.
 */
export const GJK_MAX_ITERATIONS = 100;

/**
 * Ratio to the edge of a triangle. A ray that passes a triangle within this hits it, so that none slips through between two
 * neighbours: rounding of the barycentric coordinates is 1e-15. Noticed by test/collision/queries/surfaces.test.ts.
 */
export const RAY_EDGE = 1e-10;

/** Surfaces that a character slides along in one move. Corners take 3. Noticed by test/api/character.test.ts. */
export const CHARACTER_SLIDES = 5;

/** Pushes out of what a character penetrates, in one move. Acute corners take most. Noticed by test/api/character-crush.test.ts. */
export const CHARACTER_RECOVERIES = 16;

/**
 * m. How far one that was crushed may be from a free place and still take it: less than what presses is thick, or it
 * would come out on its far side; more than that moves in a step. 6 m/s at 60 Hz. Noticed by test/api/character-crush.test.ts.
 */
export const CHARACTER_RELEASE = 0.1;

/** m, and 1: ways and sines below this are rounding. Noticed by test/api/character.test.ts. */
export const CHARACTER_LEAST_MOVE = 1e-7;

/**
 * m. The gap that a shape cast leaves: the nearest points of shapes of a metre are known there to 1e-8 of it, and those of
 * shapes of a kilometre to 1e-5. The rest of the way is exact for faces and wrong by less than the gap for curved surfaces;
 * a graze within it may count as a hit. Noticed by test/collision/queries/cast-convex.test.ts.
 */
export const CAST_GAP = 1e-8;

/**
 * Iterations of a shape cast. Faces take 1 to 3, curved surfaces 5; a graze halves its gap each time, which takes 30
 * from a metre. A cast that exhausts them ends early, never late. Noticed by test/collision/queries/cast-convex.test.ts.
 */
export const CAST_MAX_ITERATIONS = 64;

/**
 * Grid cells. Points that stand out of the hull less are left out: they are within the rounding to the grid of
 * a point or face that is already there. Noticed by test/collision/shapes/quickhull.test.ts.
 */
export const HULL_ADD_TOLERANCE = 2;

/**
 * Grid cells. Corners within this distance of a plane form one face, 1e-6 to 2e-6 of the longest side. Coarse
 * enough for vertices that went through 32-bit floats and a rotation, fine enough to be invisible. The smaller
 * values are tried when details of this very size leave no proper polygons. Noticed by
 * test/collision/shapes/quickhull.test.ts.
 */
export const HULL_FLATNESS = [16, 4, 1, 1 / 1024];

/**
 * Grid cells. How far an input point may stand out of the hull, 4e-6 to 8e-6 of the longest side. Noticed by
 * test/collision/shapes/quickhull.test.ts.
 */
export const HULL_MAX_OUTSIDE = 64;

/**
 * Grid cells. Thinner clouds (1.5e-5 to 3e-5 of the longest side) count as a plane or a line, not as a solid.
 * Noticed by test/collision/shapes/quickhull.test.ts.
 */
export const HULL_MIN_THICKNESS = 256;

/**
 * Rounds of leaving points out and building the hull again; more than two are rare. Noticed by
 * test/collision/shapes/quickhull.test.ts.
 */
export const HULL_MAX_ROUNDS = 12;

/**
 * Refits of a plane after which a face is accepted; two are usual. Not noticed by
 * test/collision/shapes/quickhull.test.ts: it passes with 1.
 */
export const HULL_MAX_REFITS = 4;

/**
 * Triangles per allowed vertex. Clouds that need more in between do not end up with few enough vertices, and
 * would take long to fail. Noticed by test/collision/shapes/quickhull.test.ts.
 */
export const HULL_TRIANGLES_PER_VERTEX = 8;

/**
 * Points that a hull is built from at most, so that the time is bounded: clouds of 65,536 points take 0.2 to 0.8 s, a million took 8 to
 * 23 s. Noticed by test/api/colliders.test.ts.
 */
export const HULL_MAX_POINTS = 65_536;

/**
 * Levels by which two siblings of a broadphase tree may differ in height. More freedom keeps surfaces small,
 * more balance keeps the tree shallow; 2 bounds the depth by 1.8 log2(n) whatever the order of insertion
 * (growth factor 1.47, root of x³ = x² + 1). Noticed by test/collision/broadphase/tree.test.ts.
 */
export const TREE_MAX_IMBALANCE = 2;

/**
 * Share of the moving proxies from which one traversal for all of them is faster than a query for each
 * (measured: 1/4 to 1/2 are equal). Decides cost only, so no test notices it; the benchmark does.
 */
export const SELF_PAIRS_SHARE = 1 / 3;

/**
 * Leaves that search their pairs together. Measured: 8 and 16 are equal, 4 is 10 % and 1 is 40 % slower.
 * Decides cost only, so no test notices it; the benchmark does.
 */
export const GROUP_LEAVES = 8;

/**
 * Share of the leaves; with more changes than this one pass over the tree is faster than walking up from each
 * (measured: break-even near 150 of 1000). Decides cost only, so no test notices it; the benchmark does.
 */
export const BULK_SHARE = 1 / 8;

/**
 * Leaves; with fewer changes than this the fixed cost of a pass or a rebuild is never worth it. Decides cost
 * only, so no test notices it; the benchmark does.
 */
export const BULK_MIN_CHANGES = 16;

/**
 * Changes per leaf between rebuilds of a tree. A fat box changes about when its body has moved by its padding,
 * so after this many neighbours in the tree have begun to drift apart. Measured with 1000 boxes in random
 * motion: 1 to 4 cost the same, 8 a quarter more. Decides cost only, so no test notices it; the benchmark
 * does.
 */
export const MAX_WEAR = 3;

/**
 * Rows; up to this many, insertion sort is faster than clearing and summing the histograms of the radix sort
 * (measured: break-even at 60 to 90 random pairs). Decides cost only, so no test notices it; the benchmark
 * does.
 */
export const INSERTION_SORT_MAX_COUNT = 64;

/**
 * Rows per pair of the pair set at the fullest: linear probing stays at about 1.5 probes a hit while at most
 * half the rows are used. Decides cost only, so no test notices it; the benchmark does.
 */
export const MIN_ROWS_PER_PAIR = 2;

/**
 * Slops. Distance at which the CCD sweep stops a body short of the surface: near enough for the next step to
 * make a contact. Covered by the scene fastBalls of test/determinism/golden-hashes.test.ts.
 */
export const CCD_STOP_SHORT = 0.5;
/**
 * m. A swept body never stops nearer to the surface than this, also where the slop is 0: the search for the time of
 * impact needs a distance to aim at. Noticed by test/collision/continuous/sweep-bodies.test.ts.
 */
export const CCD_LEAST_GAP = 1e-4;
/**
 * Part of the inner radius of a bullet by which it may sink into a dynamic body in a step in which CCD stops it. With 0.5 slops
 * instead 22 of 3,000 rods and coins of 4 to 8 mm passed plates of 1 to 3 mm that they had struck before, with 0.1 two. Noticed by
 * test/collision/continuous/sweep-moving.test.ts.
 */
export const CCD_SINK_PART = 0.05;

/**
 * m. A shape of revolution whose axis is nearer to the centre of mass than this turns about its own axis. Less than CCD_LEAST_GAP, as
 * CCD leaves out that rotation. Noticed by test/collision/continuous/rollback.test.ts.
 */
export const OFF_AXIS = 1e-6;

/**
 * rad. The axis of a shape of revolution that a rotation takes this near to where it ends has turned by that rotation. Far more than
 * rounding, which is 1e-13 at thirty revolutions. In between a body that precesses is off by the power of two thirds of this: with 1e-6
 * by 1e-5. A guess of the swing of which projection leaves a smaller part says nothing. Noticed by
 * test/collision/continuous/write-sweep.test.ts.
 */
export const SWING_END = 1e-9;

/**
 * Times the gap that CCD leaves. A body that reaches deeper below the plane of a triangle does not rest on it. Noticed
 * by test/collision/meshes/tunnelling.test.ts.
 */
export const TOUCHING_DEPTH = 2;

/**
 * Ratio. The time of impact is found when the separation is within this of the limit, relative to the target
 * distance. Noticed by test/collision/continuous/time-of-impact.test.ts.
 */
export const CCD_CONVERGED = 1e-3;

/**
 * Iterations of conservative advancement. Typical calls take 1 to 3, with a rotation of 6 rad 7. An edge that
 * rolls along the limit without reaching it takes many small ones, because the axis follows it; if a pair
 * exhausts these, the time reached is returned: early, never late. Noticed by test/collision/continuous/time-
 * of-impact.test.ts.
 */
export const CCD_MAX_ITERATIONS = 256;

/**
 * How often bodies that hang together are rolled back in a step, because fitting their joints led one into an obstacle; the last time
 * to where the step began. Noticed by test/solver/articulations/fit-rolled-back.test.ts.
 */
export const MAX_GROUP_ROLLBACKS = 4;

/**
 * Part of the gap that CCD leaves, which must be left when bodies that hang together have been rolled back and fitted to their joints. With
 * the whole gap rollbacks came nearer and nearer to it, and 2 of 46 trees thrown on a floor ended frozen above it. Noticed by
 * tree 2 of test/physics/articulated-ropes.test.ts.
 */
export const HELD_BACK_GAP = 0.5;

/**
 * rad. A body that a fast one may meet rotates at most so much in a piece of the sweep, as long as SWEEP_MAX_PIECES allow:
 * the path is then beside its chord by 1/130 of their distance. Noticed by test/collision/continuous/sweep-moving.test.ts.
 */
export const SWEEP_PIECE_ANGLE = 0.25;

/** 2 rad in a step, 120 rad/s; a faster body is met by coarser pieces. Noticed by the same test. */
export const SWEEP_MAX_PIECES = 8;

/**
 * rad. Below this a sweep has no rotation worth computing: 1e-12 rad moves the rim of a 1 km body by 1 nm.
 * Noticed by test/collision/continuous/time-of-impact.test.ts.
 */
export const CCD_NO_ROTATION = 1e-12;

/**
 * Ratio to the longest side of a mesh. Vertices this close are one: single precision, in which most meshes are stored,
 * has a step of 6e-8, and two corners of one place that were computed apart differ by a few. Noticed by
 * test/collision/meshes/build-mesh.test.ts.
 */
export const MESH_WELD = 1e-6;

/**
 * Ratio of a triangle's height to its longest side. A flatter one is left out: its normal would be noise. Noticed by
 * test/collision/meshes/build-mesh.test.ts.
 */
export const DEGENERATE_TRIANGLE = 1e-7;

/**
 * Sine. A surface may rise by so much above the plane of a contact with its edge: 0.1°, within the 1° to which normals
 * are right. Without it rounding would decide about the edges of a flat floor. Noticed by
 * test/collision/meshes/surface-contacts.test.ts.
 */
export const ADMISSIBLE_TILT = 0.002;

/**
 * 1 - cosine of 1°: triangles whose normals agree within it share a contact patch. Noticed by
 * test/collision/meshes/surface-contacts.test.ts.
 */
export const PATCH_NORMAL = 1.523e-4;

/**
 * Heights along one side of a height field. The number of a triangle, two for each cell, stays below 2³¹. The check is
 * covered by test/api/bad-input.test.ts, the value is not.
 */
export const MAX_FIELD_SIDE = 16384;

/**
 * Bins along an axis from which the splits of a mesh's tree are chosen. With 16 rays took as long, within the noise of 5 %. Noticed by
 * test/collision/meshes/triangle-tree.test.ts.
 */
export const TREE_BINS = 8;

/**
 * Levels of a mesh's tree that are split by area; deeper ranges are halved. Triangles whose sizes grow in a geometric series would
 * make a tree as deep as their number. The number is MAX_DEPTH less the levels that halving takes at most. Noticed by
 * test/collision/meshes/triangle-tree.test.ts.
 */
export const TREE_SAH_LEVELS = 96;

/**
 * Margins. So much further triangles of a surface are looked for where none is within the margin: until a body has come nearer by that
 * much, its pair needs no test. Decides cost only, so no test of behaviour notices it.
 */
export const WIDER_MARGINS = 3;

// Numbers of this part that stay in their place, because only it can understand them: GRID_SIZE and SPLIT
// (shapes/quickhull-triangles.ts: exact arithmetic), MAX_HULL_VERTICES (shapes/quickhull.ts: 8 bits in a feature id),
// MAX_PROXY (broadphase/broadphase.ts), GRID_CELLS and MAX_CODE (broadphase/tree-build.ts: bits of a Morton code),
// DIGIT_BITS (broadphase/radix-sort.ts), MAX_POINTS (narrowphase/manifold.ts: a layout), and the initial capacities
// INITIAL_*.

// Contacts: cache, fast contacts, kernels, integration.

/**
 * Part of the substep rate. Upper bound of the frequency of contact and rigid joint springs: a stiffer spring
 * oscillates from substep to substep. Noticed by test/state/substep.test.ts.
 */
export const HERTZ_PER_RATE = 0.25;

/**
 * Ratio of frequencies. Contacts with a body that cannot move are stiffer by this factor than those of two
 * movable bodies, so that a heavy stack does not penetrate the floor. Noticed by test/state/substep.test.ts.
 */
export const STATIC_STIFFNESS = 2;

/**
 * rad. A contact is fast if one of its bodies turns further than this in a step: the points and levers of the
 * step's start are then wrong. A rod at 30 rad/s turns by half a radian in a step, and gained energy without
 * bound when it was solved with its old points. Noticed by test/contacts/contact-lists.test.ts and
 * test/physics/thrown-rods.test.ts.
 */
export const FAST_TURN = 0.2;

/**
 * Part of the smaller body's extent. A body that moves further than this over a mesh in a step is a fast contact. Noticed by
 * test/contacts/contact-lists.test.ts.
 */
export const FAST_SLIDE = 0.25;

/**
 * The same for two movable bodies that pass each other. With 0.25 raining boxes take 4 % longer and a falling pile 9 %, with 1
 * they take as long; with no such contacts 3 of 60 random piles with restitution explode. Noticed by
 * test/contacts/contact-lists.test.ts.
 */
export const FAST_PASS = 0.5;

/**
 * m/s. A contact is also fast if the surfaces of two movable bodies pass each other faster than this, and by more than
 * FAST_PASS in a step. With that alone six figures thrown on a heap at 20 m/s opened a joint by 34 mm. Small bodies that pass by
 * their whole extent are fast, however slow: balls of 3.5 mm gained energy without bound. Noticed by
 * test/contacts/contact-lists.test.ts and test/physics/small-bodies.test.ts.
 */
export const FAST_SPEED = 4;

/**
 * Relative decrease of the inertia about a fixed axis, by rotation since the last detection, above which a
 * fast contact is re-detected before it is solved. Without this a rod that hit a floor end on, turned by 0.19
 * rad and was then relaxed had four times its energy. Noticed by test/determinism/golden-hashes.test.ts only;
 * covered by test/solver/contacts/fast-contacts.test.ts and test/physics/thrown-rods.test.ts.
 */
export const MAX_INERTIA_DECREASE = 0.05;

/**
 * The same for other contacts, by the whole rotation since the step began: above it they become fast contacts. A contact that is solved
 * with more than twice its effective mass gains energy, which is 1. A needle of 1 mm and 1.2 m that had turned by 0.13 rad had
 * hundreds of times its energy after one sweep. Noticed by test/physics/thrown-rods.test.ts.
 */
export const QUICKENING_DECREASE = 0.5;

/**
 * Ratio. A contact whose impulses the first relax sweep of a substep changed by less than this part of its load is
 * left out of the second. At rest that is nearly all of them. At 1e-3 a pyramid of 60 rows sags, shifts and calms
 * down as with 0; at 1e-2 it keeps shaking with 0.25 m/s. Which test notices was not tried.
 */
export const SETTLED_CHANGE = 1e-3;

/**
 * Ratio of two masses from which their contact, and those that carry its load on, get more iterations. Up to here one
 * iteration a substep is enough: a body ten times as heavy as each of the five below it sags by 8 mm. Noticed by
 * test/physics/heavy-on-light.test.ts.
 */
export const UNEVEN_MASSES = 10;

/**
 * Iterations over uneven contacts in a stage of a substep, at most. Stacks take about 10 in the median; with 20 a body a
 * thousand times as heavy that falls on nine light ones sinks in by 4 m. Noticed by test/physics/heavy-on-light.test.ts.
 */
export const UNEVEN_ITERATIONS = 80;

/** Ratio of |d| to |λ| at which the iterations end. With 1e-4 a stack under a heavy body slides at 10 mm/s. */
export const UNEVEN_RESIDUAL = 1e-6;

/**
 * Ratio. Iterations end where Φ decreases by less than this part of it between two times that directions are given up, and an
 * impact that takes less than this part of the energy is none. Which test notices was not tried.
 */
export const UNEVEN_PROGRESS = 1e-4;

/**
 * Directions that are kept, more than there are slow modes in a stack. With 2 a stack takes 80 iterations, with 16 it takes 10.
 * Noticed by the time only.
 */
export const UNEVEN_DIRECTIONS = 16;

/**
 * Ratio of the energy of a direction to Φ below which it is rounding: velocities have 16 digits, their squares 32. Without this
 * four boxes in free space lost their momentum. Noticed by test/physics/heavy-on-light.test.ts.
 */
export const LEAST_DIRECTION = 1e-20;

/** Contacts visited by these iterations in a stage, at most, beyond two sweeps. Bounds the time of a heap of all masses. */
export const UNEVEN_VISITS = 1000;

/** Impacts of uneven contacts in a substep, at most: what is left is found by the solve. Bounds the time of a heap of all masses. */
export const MOST_UNEVEN_STOPS = 8;

/** Light bodies that count as such in a step, so that a heap of all masses stays with the sweeps. Not noticed by tests. */
export const MOST_LIGHT_BODIES = 256;

/**
 * 3π/16. Torque of a disc of radius a that slips about its normal under the pressure of Hertz, over μ N a. Noticed by
 * test/physics/settling.test.ts.
 */
export const TWIST_OF_PATCH = (3 * Math.PI) / 16;

/**
 * Part of the lever. Rolling resistance of what rolls slowly, where sleeping is on: the slope of 0.8° on which a ball at rest
 * is asleep before it is as fast as `sleepSpeed`, with the default settings. Noticed by test/physics/settling.test.ts.
 */
export const SETTLING_ROLL = 0.014;

/**
 * The same between two movable bodies. There the normal turns while they roll over each other, and the force, whose
 * direction is that of the step's start, is late by half a step: that adds energy, and a capsule that is wedged between two
 * others rocks for ever. With 0.014 3 of 10 heaps of 1000 were awake after 20 s, with 0.03 none of 12. Noticed by
 * test/physics/settling.test.ts.
 */
export const SETTLING_ROLL_MOVABLE = 0.03;

/**
 * Sleep speeds from which on rolling is as the materials say: 0.5 m/s with the default settings, as fast as what rocks in a
 * heap. Noticed by test/physics/settling.test.ts.
 */
export const SETTLING_SPEEDS = 10;

/**
 * rad/s for each m/s of `sleepSpeed`. Slower rotation of a contact's bodies against each other is rest, and is not resisted:
 * the loop over a heap at rest is short then. Noticed by test/physics/settling.test.ts if it is far too large.
 */
export const SETTLED_ROTATION = 0.01;

/**
 * Part of the allowed travel of a recycled contact that is used without a test. `travel` sums the motion of
 * steps, which is close to the true path length but no strict bound. Noticed by
 * test/contacts/recycle.test.ts.
 */
export const RECYCLED_TRAVEL = 0.9;

/**
 * Determinant of a 2×2 matrix K relative to the product of its diagonal below which it is rounding: K has
 * rank one, as where one tangent is locked. Also used by the impact law. No test notices 0; covered by
 * test/contacts/contact-masses.test.ts and test/solver/impacts/law.test.ts.
 */
export const RANK_ONE_RATIO = 1e-9;

/**
 * Determinant of the matrix of two or three points relative to the product of its diagonal below which the
 * points nearly coincide (the two of an upright capsule) or lie in line. They are then solved one after the
 * other. Noticed by test/contacts/point-block.test.ts.
 */
export const COLLINEAR_POINTS_RATIO = 1e-3;

/**
 * Smallest mean square width of a patch of points, relative to the largest and to the square of the length
 * that the bodies' inertia defines, below which its points are solved one after the other. Faces whose
 * overlap is only rounding meet in a sliver of 1e-15 m; solved as a patch, it separated them with 1e21 times
 * their energy. Noticed by test/contacts/point-block.test.ts.
 */
export const SLIVER_RATIO = 1e-6;

/**
 * rad. The rotation step of a body with one locked axis is divided into parts with a smaller rotation than
 * this, so that the iteration for the implicit midpoint converges. No test notices 3; covered by
 * test/solver/integrate/locked-rotation.test.ts.
 */
export const MAX_PART_ANGLE = 0.1;

/**
 * Largest number of such parts. A body that turns by more than 6 rad in a substep gets longer parts: the
 * error is not visible at that speed, and more parts would take too long. Noticed by
 * test/solver/integrate/locked-rotation.test.ts.
 */
export const MAX_PARTS = 64;

/**
 * Largest factor by which ω of a body with one locked axis is expected to grow within a substep. It bounds
 * the parts of the step of a needle. Noticed by test/solver/integrate/locked-rotation.test.ts.
 */
export const MAX_SPIN_GAIN = 1000;

/**
 * Largest number of iterations for the implicit midpoint; each gains one to two digits. Noticed by
 * test/solver/integrate/locked-rotation.test.ts.
 */
export const MAX_MIDPOINT_ITERATIONS = 24;

/**
 * Relative change of ω below which that iteration has converged. Noticed by
 * test/solver/integrate/locked-rotation.test.ts.
 */
export const MIDPOINT_CONVERGED = 1e-15;

/**
 * rad. A body with three different moments turns by at most this in one part of its rotation step. Measured with the
 * moments 1, 2, 3 over 10 s: at 1000 rad/s the energy swings by 73 % in whole substeps of 4 rad, in parts
 * it rises by 8e-7 at most. Noticed by solver/integrate/rotation-step.test.ts.
 */
export const MAX_PRECESSION_ANGLE = 0.25;
/**
 * Largest number of such parts, so that a spin without bound takes a bounded time; |L| stays exact beyond. Covered by
 * solver/integrate/rotation-step.test.ts up to 3000 rad/s.
 */
export const MAX_PRECESSION_PARTS = 64;

/**
 * Part of the smaller body's extent. A pair that has moved by more than this keeps neither points nor levers, however
 * large recycleDistance is: 5 mm are a quarter of a body of 2 cm. Noticed by
 * contacts/recycle.test.ts.
 */
export const RECYCLE_PART = 0.01;

/**
 * Part of the smaller extent by which two bodies that touch at three or more points may move along their normal before
 * these are computed again. With 0 stacks that sag lose their levers and lean. Noticed by test/physics/stacks.test.ts.
 */
export const RECYCLE_DEPTH = 0.05;

/**
 * Part of the smaller body's extent. The slop is no larger, however large the setting is: 5 mm are the whole of a body of
 * 5 mm, which then rested on whatever was near, and fell through the floor as a ghost collision. Noticed by
 * test/physics/small-bodies.test.ts.
 */
export const SLOP_PART = 0.05;

/**
 * m/s. Levers of two movable polyhedra that slide faster than this over each other are not kept: of 40 pairs that slide at
 * 0.3 to 2 m/s the worst gained 27 % of its angular momentum, now 5 %. As fast as what may fall asleep. With 0.02 slower
 * pairs are right, too, but a wall that falls gains 0.2003 % of its energy in a step. Noticed by
 * test/physics/contact.test.ts.
 */
export const SLIDING_SPEED = 0.05;

/**
 * Part of the distance for which levers are kept. A pair that slid and moved by less than this in a step has come to rest:
 * 50 µm for bodies of half a metre. With 0 shoved towers of 20 boxes creep by 25 to 59 mm in 20 s, not by 5 to 12. Noticed by
 * test/physics/stacks.test.ts.
 */
export const STOPPED_WAY = 0.01;

/**
 * m. Ghost collisions: a contact that comes nearer by less than this in a step is not tested. Covered by
 * test/physics/seams.test.ts.
 */
export const GHOST_APPROACH = 1e-4;
/**
 * m. An obstacle that stands out further than this above the face that a body rests on is a step, and is met. Twelve
 * times the depth at which a box of 1 m rests; a step of 0.1 mm is passed, one of 1 mm is not. Noticed by
 * test/physics/seams.test.ts.
 */
export const GHOST_STEP_HEIGHT = 2e-4;
/**
 * m. A body that reaches further than this below the face it rests on does not slide over it: it tips over its edge, or
 * sinks in. A contact that is left out penetrates by this much at worst, for one step. Noticed by
 * contacts/ghost-collisions.test.ts.
 */
export const GHOST_DEPTH = 2e-3;
/**
 * 1 - cosine of the angle between normals that count as the same. At 1e-4 a ball of 23 m/s that came down 3 mm before a
 * seam took a normal tilted by 0.01 rad for the face and hopped by 4 mm. Noticed by
 * test/physics/seams.test.ts.
 */
export const GHOST_SAME_NORMAL = 1e-8;

// Numbers of this part that stay in their place, because only it can understand them: UNREACHABLE
// (contacts/redetect.ts), SERIES_RANGE, SHORT_RANGE and MAX_ANGLE_HALVINGS
// (solver/integrate/rotation-vector.ts), UNIT and LARGEST (state/float-pool.ts).

// Impacts: candidates, law, shock propagation, limits.

/**
 * Part of the impact speed. A cheap bound of the approach speed below this part rules an impact out; above it
 * the exact speeds of the points are computed. It is less than 1 because the bound uses the levers of the
 * step's start. Noticed by test/solver/impacts/propagation.test.ts.
 */
export const QUICK_TEST_MARGIN = 0.8;

/**
 * How often an impact gives way to an earlier one of the same bodies, one after the other. Noticed by
 * test/physics/thin-plates.test.ts.
 */
export const MAX_EARLIER_ARRIVALS = 8;

/**
 * How often thin bodies that turn fast are looked at in a substep. Noticed by test/physics/thin-plates.test.ts.
 */
export const MAX_LOOKS = 4;

/**
 * Largest number of steps to the time of an impact by true distance: Newton's method takes two or three.
 * Noticed by test/physics/elastic-impacts.test.ts.
 */
export const MAX_TIME_ITERATIONS = 8;

/**
 * Substeps of free fall. An approach with restitution that is slower than the speed gained in so many is stopped
 * without a bounce, and the flight of a slower bounce would last fewer than four substeps. Noticed by
 * test/physics/elastic-impacts.test.ts.
 */
export const BOUNCE_FALLS = 2;

/**
 * Part of the impact speed. The same without gravity: what the solve leaves of an approach is slower. The classic methods
 * bounce bodies in flight from here on. Noticed by test/physics/elastic-impacts.test.ts and
 * test/classic/elastic-collisions.test.ts.
 */
export const SLOWEST_BOUNCE = 0.002;

/**
 * Ratio to the speed of the strike. In the classic methods the rows of a joint whose limit is struck are swept until Ċ of
 * the limit changes by less than this in a sweep. Noticed by test/classic/struck-limits.test.ts.
 */
export const STRUCK_JOINT_CONVERGED = 1e-6;

/**
 * The largest number of such sweeps in one iteration. With all 25 iterations a bob with a moment of inertia of m l² / 1000
 * is stopped exactly. Noticed by test/classic/struck-limits.test.ts.
 */
export const MAX_STRUCK_JOINT_SWEEPS = 400;

/**
 * Substeps. How far ahead impacts of jointed bodies are searched. Their velocity does not include the joint
 * impulses of this substep yet: on an arc they arrive a little earlier than the velocity predicts, and an
 * impact that is missed has no restitution. With 1 a bob against a slanted wall lost all its energy in one of
 * 50 hits. Noticed by test/solver/impacts/jointed-impacts.test.ts.
 */
export const JOINTED_AHEAD = 1.05;

/**
 * Largest number of iterations over impacts with restitution in a substep. In the worst order an impact
 * passes one ball an iteration; shock propagation handles what remains. Noticed by
 * test/determinism/golden-hashes.test.ts only; covered by test/physics/impact-laws.test.ts.
 */
export const MAX_RESTITUTION_ITERATIONS = 32;

/**
 * Largest number of joint rows in the impact of a jointed body, more than the joints of a ragdoll have. Of a
 * longer chain only the rows next to the impact are used. Noticed by
 * test/solver/impacts/jointed-impacts.test.ts.
 */
export const MAX_JOINT_ROWS = 80;

/**
 * Largest number of iterations over normal impulses and friction in one impact: friction changes the normal
 * speed through the lever, so both must converge. Noticed by test/solver/impacts/law.test.ts.
 */
export const MAX_IMPACT_ITERATIONS = 200;

/**
 * Relative change of the impulse in an iteration below which an impact has converged. Noticed by
 * test/solver/impacts/law.test.ts.
 */
export const IMPACT_CONVERGED = 1e-9;

/**
 * Newton's law with Coulomb friction can create energy where the slip reverses (Kane & Levinson 1985).
 * Friction is then halved, up to this many times, and finally set to zero: without friction the law never
 * creates energy. Noticed by test/solver/impacts/law.test.ts.
 */
export const MAX_FRICTION_HALVINGS = 4;

/**
 * K of a point with the joints of its bodies, relative to K without them, below which it is rounding: the
 * joints hold the bodies completely. Without this test a box welded to the world and hit by a lift left at
 * 2e8 m/s. No test notices 0; covered by test/solver/impacts/jointed-impacts.test.ts.
 */
export const FULLY_HELD_RATIO = 1e-8;

/**
 * Part of the work of an impact that rounding and an unconverged last iteration may add before friction is
 * reduced. Noticed by test/solver/impacts/law.test.ts.
 */
export const ENERGY_ROUNDING = 1e-8;

/**
 * Part of the impact speed down to which shock propagation stops approaches; the solve handles slower ones.
 * Noticed by test/solver/impacts/propagation.test.ts.
 */
export const SHOCK_SPEED = 0.1;

/**
 * Largest number of shock impulses in a substep, tested after each iteration. The solve handles the rest. A
 * body that lands on one 500 times lighter needs 2000. A slab that fell on three layers of 100 balls
 * rebounded by 154 mm with 2000, 76 mm with 3000, 36 mm with 4000; a larger number makes falling piles
 * slower. Noticed by test/solver/impacts/propagation.test.ts.
 */
export const MAX_SHOCK_IMPULSES = 3000;

/**
 * Shock impulses times the bodies of the next iteration. Above it only approaches faster than the full impact
 * speed get an impulse: in a falling pile of 1000, where all bodies have impacts, the slow rest changes
 * little and takes long. Noticed by test/solver/impacts/propagation.test.ts.
 */
export const MAX_SHOCK_EFFORT = 8000;

/**
 * Part of the slop below which the points of a shock touch, so that their time of impact is now. Noticed by
 * test/solver/impacts/propagation.test.ts.
 */
export const TOUCHING_SLOP = 0.02;

/**
 * The same for links of articulations. They strike where they are: with 0.02 the middle balls of a cradle were left 1 µm from where they
 * hang, and swung by 9e-6 of the speed of the first one.
 */
export const LINKS_TOUCHING_SLOP = 1e-6;

/**
 * Most iterations of normals and friction in an inelastic impact. Boxes that meet at 3 m/s still approach by 3 mm/s then, by
 * 58 mm/s with 4 iterations, by 1.8 m/s with 1 (the worst of 60). Noticed by test/solver/impacts/stop-points.test.ts.
 */
export const MAX_STOP_ITERATIONS = 16;

/**
 * Ratio. Change of the impulses in an iteration, to the load, below which they end. With 0.1 those boxes still approach by
 * 0.3 m/s. Noticed by test/solver/impacts/stop-points.test.ts and propagation.test.ts.
 */
export const STOP_CONVERGED = 1e-3;

/**
 * How many times the effective mass of a row may change between two substeps before its impulse is dropped. A body
 * that turns by 0.1 rad changes it by a tenth; lines that pass through parallel by thousands. Noticed by
 * test/solver/impacts/limits.test.ts.
 */
export const ABRUPT_MASS_RATIO = 2;

/**
 * Part of `impactSpeed` above which the approach to a limit is an impact. The solve stops slower ones, and what stopped
 * them is warm-started: with 1, a slider that arrives with 0.3 m/s on a lever of half a metre came back with twice its
 * energy. With 0.2, a load of 1200 kg that rests on a beam strikes its stop again and again. Noticed by
 * test/joints/limit-impulses.test.ts.
 */
export const LIMIT_STRIKE_SPEED = 0.5;

/**
 * Passes over limits without restitution that were struck in a substep, until none of them closes: of two edges that
 * meet in a corner each impact sets the other in motion. Of 200 thrown figures the mean largest rise of the energy in a
 * step is 0.269 %, with one pass 0.279 %. Noticed by test/solver/sweeps/hold-limits.test.ts.
 */
export const LIMIT_FINISH_PASSES = 8;

/**
 * Newton's method for the time at which a limit with restitution is struck, iterations. More than for two steps there is
 * no measurable difference. Noticed by test/solver/impacts/limits.test.ts.
 */
export const LIMIT_TIME_ITERATIONS = 3;

/**
 * m/s or rad/s. A limit of a driven joint whose speed is outside of its window by more than this after an iteration is
 * solved together with the locks. Rounding of speeds of some hundred rad/s is far below. Noticed by
 * test/solver/sweeps/hold-limits.test.ts.
 */
export const LIMIT_WINDOW_ERROR = 1e-9;

/**
 * m/s or rad/s. A violated limit whose correction is slower than this, 0.2° at the defaults, is solved by the
 * ordinary iterations: a joint at rest on its limit violates it by as much. Their error is about twice this
 * speed. Faster ones are solved together with the locks of the joint. Noticed by
 * test/solver/sweeps/hold-limits.test.ts.
 */
export const MAX_SOFT_CORRECTION = 0.2;

/**
 * Largest number of rows in that system, more locks and limits than any joint has. Covered by
 * test/solver/sweeps/hold-limits.test.ts.
 */
export const MAX_LIMIT_ROWS = 16;

// LAST_ITERATION (solver/impacts/resolve-impacts.ts) stays in its place: an int32 holds the count.

// Joints, parts and rows.

/**
 * Pivot of a block of rows relative to its diagonal entry of K below which the row is redundant: what
 * rounding leaves of 0. Covered by test/joints/double-point.test.ts and locked-axes.test.ts.
 */
export const REDUNDANT_PIVOT = 1e-12;

/**
 * Ratio of the K of two rows of a block below which the smaller one is eliminated second. Where one axis of a
 * body is locked, both rows are one, and the row that lies nearly along the locked axis would push without
 * bound. Covered by test/joints/locked-axes.test.ts.
 */
export const NEARLY_LOCKED_RATIO = 1e-6;

/**
 * K of an angular row relative to the trace of IA⁻¹ + IB⁻¹, and of a linear one relative to its K along an axis
 * that is free, below which its axis is locked in both bodies. K should be 0 there, but J has the rounding of its
 * frame, a part of 1e-16 along other axes; the square of that, 1e-32, is no mass to divide by. Covered by
 * test/joints/locked-axes.test.ts and planar-constraints.test.ts.
 */
export const LOCKED_AXIS_RATIO = 1e-24;

/**
 * m. A shorter distance has no direction: it is less than rounding leaves of coordinates of a kilometre.
 * Covered by test/joints/definitions/distance.test.ts and pulley.test.ts.
 */
export const MIN_DIRECTION_LENGTH = 1e-12;

/**
 * Sine of a swing, or cosine of half of it, below which two axes count as opposite: 0.01° from it. Slopes
 * that would be infinite there are bounded by the inverse, so that no impulse is lost in rounding. Covered by
 * test/joints/every-joint.test.ts, half-turn.test.ts and definitions/swing-twist.test.ts.
 */
export const OPPOSITE_AXES_SINE = 1e-4;

/**
 * Sine, or square of one, below which a direction or a twist is undefined: what rounding leaves of 0. Covered
 * by test/joints/every-coordinate.test.ts and definitions/wedge.test.ts.
 */
export const UNDEFINED_ANGLE_SINE = 1e-12;

/**
 * m or rad by which a limit must be exceeded to count as violated. A joint at rest on its limit is within
 * rounding of it, on either side; beyond it the row would become soft and sag. Covered by
 * test/joints/every-coordinate.test.ts and reaction.test.ts.
 */
export const LIMIT_SLOP = 1e-6;

/**
 * Square of the sine between a vector and the axis of its azimuth below which it is at the pole, 0.006° from
 * the axis: the gradient loses the part that grows without bound there. Covered by
 * test/joints/definitions/universal.test.ts and wheel.test.ts.
 */
export const AZIMUTH_POLE_SINE_SQUARE = 1e-8;

/**
 * Square of the sine of the colatitude below which the corner of a lune is near: 15°, the angle of a step at
 * 15 rad/s. test/joints/definitions/wedge.test.ts fails with 0.
 */
export const LUNE_CORNER_SINE_SQUARE = 0.067;

/**
 * rad. Further outside a lune than this, 0.25°, is a violation and not the compliance of a row under load;
 * the planes of the corner are then not used. Covered by test/joints/definitions/wedge.test.ts.
 */
export const LUNE_CORNER_DEPTH = 0.0044;

/**
 * rad. Least semi-axis of a swing limit, 0.06°; a smaller one counts as this, as C divides by it. Covered by
 * test/joints/definitions/swing-twist.test.ts.
 */
export const MIN_SWING_SEMI_AXIS = 1e-3;

/**
 * Ratio of the semi-axes of a swing limit above which a second row bounds its reach: the tip of a longer
 * ellipse curves within the motion of a substep. test/joints/definitions/swing-twist.test.ts fails
 * with 1e9, without the second row.
 */
export const LONG_SWING_ELLIPSE = 2;

/**
 * Sine of the angle below which two lines count as parallel, 3°: their closest points are then far from the
 * bodies, or anywhere. Covered by test/joints/definitions/edge-edge.test.ts, which still passes with 0.5.
 */
export const PARALLEL_LINES_SINE = 0.05;

/**
 * Most passes in which a three-axis drive is projected onto the limits of its joint. The passes converge the
 * more slowly the more alike the limits are; after so many the rest is less than rounding. Covered by
 * test/joints/drives-at-limits.test.ts.
 */
export const LIMIT_PROJECTIONS = 32;

/**
 * Sine of the angle below which the two axes of a joint definition count as parallel and are refused.
 * test/joints/bad-joints.test.ts fails with 0.
 */
export const PARALLEL_AXES_SINE = 1e-3;

/**
 * Hz. Larger frequencies are mistakes: the solver cannot tell them from a rigid row. Covered by
 * test/joints/bad-joint-values.test.ts.
 */
export const MAX_HERTZ = 1e4;

/**
 * Larger damping ratios are mistakes: the solver cannot tell them from a row that creeps. Covered by
 * test/joints/bad-joint-values.test.ts.
 */
export const MAX_DAMPING_RATIO = 100;

/**
 * Most bodies, colliders, joints or shapes of a scene file: ten times what a step of a second solves, and a list
 * that JSON reads in a second. Covered by test/api/scene.test.ts.
 */
export const MAX_SCENE_ITEMS = 100_000;

/**
 * s/kg, 1, kg and s: the least γ, β, effective mass and step that are converted to a spring; less would be 0 in
 * the quotients of any joint. Covered by test/api/compliance.test.ts.
 */
export const MIN_COMPLIANCE = 1e-12;

/**
 * In the unit of the parameter. Larger joint parameters are mistakes. Covered by
 * test/joints/bad-joint-values.test.ts.
 */
export const MAX_JOINT_PARAMETER = 1e12;

/**
 * rad of rotation of both bodies after which the revolutions of a joint are counted again. Angle unwrapping
 * is right while an angle changes by less than π from one count to the next: by this and by the rotation of a
 * step. A twist at a swing of 170° changes 12 times as fast as its bodies rotate, so there it is right up to
 * 10 rad/s at 60 steps a second. Covered by test/joints/revolution-counters.test.ts and
 * unequal-turns.test.ts.
 */
export const REVOLUTION_COUNT_ANGLE = 0.1;

/**
 * Revolutions of a spring or servo in a substep, at most. One that is many revolutions away would do a whole
 * revolution at once, and nobody could count it. test/joints/revolution-counters.test.ts fails with 10.
 */
export const MAX_REVOLUTIONS_PER_SUBSTEP = 0.25;

/*
 * Beside their use: the capacities MAX_SOFT_ROWS
 * (solver/sweeps/soft-joints.ts), SPARE_ROWS (joints/try-rows.ts) and NO_END (joints/write-joint.ts);
 * SERIES_SINE_SQUARE (parts/angles/rotation.ts, parts/perpendicular.ts), below which a series is exact to the last bit; 0.9 in
 * rotationOf (joints/frames.ts), a cosine that tells y from a direction far from it; the default frequencies
 * of the joints motor, mouse and upright (joints/definitions), which are joint parameters.
 */

// Articulations.

/**
 * Square of the part of a gradient across the rows before it, relative to its own, below which the gradient counts
 * as dependent on them. Covered by test/solver/articulations/motion-subspace.test.ts.
 */
export const DEPENDENT_GRADIENT = 1e-8;

/**
 * m; angles count half a metre a radian. Joints of an articulation are closed to this in every substep. What Newton
 * leaves is not random: with 1e-5 a double pendulum gained 0.11 % of its energy in 60 s and a four-bar linkage 0.115 %
 * in 20 s, with 1e-6 the pendulum lost 0.002 %. On random trees 1e-6 takes 0.5 Newton steps more a substep than 1e-5.
 * Covered by test/physics/articulated-motion.test.ts (mean energy of the double pendulum) and test/physics/loops.test.ts.
 */
export const JOINT_TOLERANCE = 1e-6;

/**
 * Links up to which an articulation is closed to a tenth of that: it costs little there, and a cradle that swings by 0.05 rad lost
 * 1.3e-4 of its energy in 10 s. For all it would be half a Newton step more in a lively chain of hinges. Noticed by
 * test/physics/articulated-impacts.test.ts.
 */
export const CLOSELY_FITTED_LINKS = 4;

/**
 * Cosine of 0.1 rad. Axes that are closer give the error of a hinge by their cross product; farther apart by the whole angle, so
 * that opposite axes are not taken for parallel ones. Noticed by test/solver/articulations/measure-links.test.ts.
 */
export const CLOSE_AXES_COSINE = 0.995;

/**
 * m, as JOINT_TOLERANCE: how well joints fit at the time of an impact. What is left there is a velocity of this over the time to the
 * impact.
 */
export const IMPACT_JOINT_TOLERANCE = 1e-9;

/** m. What is left after the last Newton step may be this large; else the substep is implicit. Covered likewise. */
export const JOINT_TOLERANCE_LAST = 1e-4;

/**
 * m. Newton steps on errors below this do not drift again: the pose is moved by what they add to the velocity, which leaves
 * what is of second order. With 1e-4 a chain of 50 kg with 50 t gained 0.08 % when it was let go. Covered by
 * test/physics/articulated-motion.test.ts.
 */
export const SMALL_CORRECTION = 3e-5;

/**
 * Square of the angle, rad², by which links may turn in a drift that is corrected and not repeated: 0.1 rad, 24 rad/s with the default
 * substep. A gyroscope of 20 Hz, which turns by half a radian, lost 0.006 % of its spin in 16 s by corrections. Noticed by
 * test/joints/definitions/ball.test.ts.
 */
export const SMALL_TURN_SQUARE = 0.01;

/**
 * Most Newton steps of a substep. Mostly none is needed, or one. A gyroscope that turns by half a radian in a substep needs
 * eight: with 3 it went round 7 % too slowly. Covered by test/physics/articulated-motion.test.ts.
 */
export const MAX_NEWTON_STEPS = 8;

/**
 * Newton steps of a substep after which its energy is bounded: smooth motion mostly takes one. With 3 two lines that pass through
 * parallel gained 60 times their energy. Noticed by test/joints/definitions/edge-edge.test.ts.
 */
export const GUARDED_NEWTON_STEPS = 1;

/**
 * m. A drift that leaves the joints this far off, or a limit by ten times as much, led over a pole of a coordinate: its energy is
 * bounded, too. Noticed by test/solver/impacts/limit-energy.test.ts (edge-edge).
 */
export const GUARDED_MISFIT = 0.01;

/**
 * Most rounds of an implicit substep. Mostly one. A loop that is stopped at the end of its reach needs more, as its
 * closing rows are nearly redundant there: with 3 rounds 10 mm were left of a random one, with 6 rounds 1.9 mm, with 10
 * rounds 0.4 mm. Covered by test/physics/loops.test.ts.
 */
export const MAX_IMPLICIT_ROUNDS = 12;

/**
 * Part of the relative motion of an articulation that stays where a substep finds no pose in which its joints fit: a speed of 3000 rad/s
 * is down to what a substep resolves after 20 ms. Covered by test/physics/violent-motion.test.ts.
 */
export const UNRESOLVED_PART = 0.5;

/**
 * Relative. A lock whose Jacobian has more than this left where both bodies move as one acts against the world, and
 * its joint is not part of a tree of movable bodies.
 */
export const OBJECTIVE_TOLERANCE = 1e-9;

/**
 * Compliance of a contact of a link, as a part of the response of its body without joints: a direction in which the
 * joints hold the link has a response of rounding alone. A chain of hinges that landed on its side was lost without it.
 * It is what an elastic impact loses: with 1e-6 a cradle lost 3e-5 of its energy in 10 s, whatever the substeps.
 */
export const TOUCH_COMPLIANCE = 1e-9;

/**
 * Part of the response of two links of one tree, each without the other, below which the joints hold them against each
 * other: their contact is left out. Two welded links that overlapped pushed each other with ever larger impulses.
 */
export const HELD_TOGETHER = 1e-2;

/**
 * Compliance of a contact of two links of one tree, as a part of their response without each other. Where joints leave
 * them hardly any way apart, an exact contact would drive the rest of the tree at any speed to part them: a limb that
 * began 0.17 m inside its grandparent gained 1000 J in a step with 1e-3.
 */
export const SELF_COMPLIANCE = 0.3;

/** Substeps from an impact on in which the energy of an articulation is bounded, see solver/articulations/conservation/energy-guard.ts. */
export const BOUNDED_SUBSTEPS = 8;

/**
 * Compliance of a rigid row in a tour, as a part of the response of its bodies without joints. Motors without a bound that
 * drive a joint against its limit found no end. Covered by test/joints/drives-at-limits.test.ts.
 */
export const TOUR_ROW_COMPLIANCE = 1e-6;

/** Part of the response without joints below which the joints hold what a single rigid row of a tour would move. */
export const HELD_ROW = 1e-6;

/**
 * Part of the external impulse on a body in a substep. A contact with less does not bear the body: what strikes it bounces
 * as from a free body, and an articulation stays one of RATTLE. Balls of a cradle that swing side by side lost 6e-4 of
 * their energy in 10 s by impulses of rounding, and all of a slow swing. Noticed by test/physics/articulated-impacts.test.ts.
 */
export const LOAD_FRACTION = 1e-3;

/**
 * m/s, 1/s. An articulation that lies on something and whose relative motion is slower than the first comes to rest at the
 * rate of the second, see solver/articulations/conservation/rest.ts. Without, heads of figures in a heap swung for minutes at 0.2 m/s.
 * Covered by test/physics/heaps.test.ts.
 */
export const REST_SPEED = 0.2;
export const REST_DAMPING = 5;

/**
 * 1/s. Rate at which faster relative motion of an articulation fades that lies on something and may fall asleep. With 0 half of the
 * random heaps had a limb after 10 s that whirls at up to 40 rad/s. Covered by test/physics/heaps.test.ts.
 */
export const JOINT_FADING = 1;

/**
 * Links of an articulation that contacts must bear before its relative motion fades: a body lies on three points. With 1 a flywheel in a
 * frame on the floor stood still after 4 s; with half of the links one of 30 heaps of dolls did not fall asleep. Noticed by
 * test/physics/standing-machines.test.ts and test/physics/heaps.test.ts.
 */
export const LYING_LINKS = 3;

/**
 * Largest number of Newton steps for the slip of a contact that slides (math/disc.ts); one to three are usual. Noticed by
 * test/physics/sliding-wheel.test.ts.
 */
export const MAX_SLIP_ITERATIONS = 8;

/**
 * Relative error of the length of its friction at which they end; the rest is scaled away. No test notices 0; covered by
 * test/physics/sliding-wheel.test.ts.
 */
export const SLIP_CONVERGED = 1e-6;

/**
 * m/s, and a factor of the approach. A contact of links whose points are farther than these speeds lead within a substep does not act
 * on them: an articulation that only moves past something, or past itself, is integrated as if it were free. Joints and limits change
 * speeds within a substep, so more than the present approach is allowed for.
 */
export const NEAR_SPEED = 1;
export const NEAR_APPROACH = 1.5;

/** Most tours over the contacts of an articulation before and after the drift. */
export const TOUR_SWEEPS = 2;

/** Part of what its contacts bear by which a tour may change them for the articulation to count as settled. */
export const SETTLED_TOUR = 0.02;

/** An error that a Newton step leaves above this part of what it was does not converge. */
export const NEWTON_CONVERGENCE = 0.7;

/**
 * 1. Levers with σ = h² K / I above this are stiffer than the substep resolves: √(σ / this) local substeps where nothing else
 * acts on the articulation, at most MAX_LOCAL_SUBSTEPS; beyond that, or when it is driven or touched, implicit. Explicit steps
 * of an oscillator are unstable from σ = 4, and gain before: 50 kg of chain with 50 t gained 0.015 % with 1. With 0.25 random
 * trees of 2000 : 1 were damped by 15 %, with 0.5 by 0.001 %. Covered by test/physics/articulated-motion.test.ts.
 */
export const MAX_LEVER_STIFFNESS = 0.5;

/**
 * Most local substeps of an articulation that nothing else acts on. Each costs a substep. Stiffer ones are implicit. Covered by
 * test/physics/articulated-motion.test.ts.
 */
export const MAX_LOCAL_SUBSTEPS = 8;

/**
 * rad. A lever that turns by more in a substep is resolved in parts of it, at most MAX_LOCAL_SUBSTEPS. Random trees of ball
 * joints, 200 : 1 on long levers, lost 13 % of their energy in 8 s (median of 100) without this rule and up to 4 local substeps
 * for stiff levers; with it and up to 8 they lose 1.9 %, with half the angle 0.3 % at 1.4 times the time. Covered by
 * test/physics/articulated-motion.test.ts.
 */
export const MAX_LEVER_ANGLE = 0.1;

/**
 * Part of its kinetic energy that a smooth substep of an articulation may gain; more is taken away. Covered by
 * test/physics/articulated-motion.test.ts.
 */
export const SMOOTH_GAIN = 0.003;

/**
 * Rounds of an implicit substep after which links become harder to turn with each further one, and by how much. Without, a chain
 * of 50 kg with 50 t was left with gaps of up to 2.2 mm in 8 s. Covered by test/physics/articulated-motion.test.ts.
 */
export const STIFFENED_ROUND = 3;
export const STIFFENED_RATIO = 10;

/** Part of the stiffness number that is left after a substep without load, while the articulation counts as stiff. */
export const HELD_STIFFNESS = 0.97;

/** 1. From this stiffness number on the loads are computed in every substep, else in the last one of a step. */
export const WATCHED_STIFFNESS = 0.1;

/** m². A shorter lever has no direction, and no stiffness to speak of. Which test notices was not tried. */
export const MIN_LEVER_SQUARE = 1e-12;

/**
 * Substeps for which an articulation still counts as stiff, and is implicit or takes local substeps, after σ was above its
 * bound: a quarter of a second. A chain of 50 kg with 50 t at its end goes
 * slack and taut again: with 8 it was not implicit when it became taut, and gained 2.5 %. Covered by
 * test/physics/articulated-motion.test.ts.
 */
export const STIFF_SUBSTEPS = 60;

/**
 * rad or m. A limit this near counts as reached in a velocity stage. Covered by
 * test/physics/articulations.test.ts (limits of random trees).
 */
export const LIMIT_REACHED = 1e-4;

/**
 * rad. A limit of a hinge or of a swing-twist joint that is farther than this is left out of the solve; one that a fast link passes
 * within a substep nevertheless joins it then, for one more factor. With 0.2 a step of 60 figures that hang takes 1.1 times as long.
 * Noticed by test/solver/articulations/measure-limits.test.ts.
 */
export const NEAR_LIMIT = 0.05;

/**
 * rad. An articulation that lies on something, and of which no link has turned by more than this since its factor was made, keeps it
 * for the rest of the step, and so do its contacts.
 */
export const STILL_ANGLE = 3e-4;

/** Weight of a limit's violation against a joint's error in the tolerance: 1e-5 rad for 1e-6 m. */
export const LIMIT_WEIGHT = 0.1;

/** rad/s or m/s. A rate this far outside its window joins the active set: far above rounding. */
export const VIOLATED_SPEED = 1e-9;

/**
 * m/s or rad/s. A limit of a closing row that is passed at this rate although it holds contradicts a motor. Far above what compliances
 * leave, and what a pose stage finds at 4 µm. Covered by test/solver/impacts/limit-energy.test.ts
 * (pulley).
 */
export const CONTRADICTED_SPEED = 1e-3;

/** N·s or N·m·s. A limit that pulls by more than this leaves the active set. */
export const PULLING_IMPULSE = 1e-12;

/** Most rounds of the active set. Nearly always one or two: 1.04 on average. */
export const ACTIVE_SET_ROUNDS = 60;

/**
 * How often a correction of violated limits of an articulation is tried in a substep, until joints and limits are not further off than
 * they were. Bridges on ropes that are taut to 2 % came apart by 0.6 m with one try. Covered by
 * test/physics/articulated-ropes.test.ts.
 */
export const CORRECTION_TRIES = 3;

/**
 * Ratio of a correction to the one that was tried before it. Near a singular pose a correction opens gaps by its square: the second
 * opens 1/25 of what the first did, and the last of CORRECTION_TRIES 1/625. Covered by test/physics/articulated-ropes.test.ts.
 */
export const CORRECTION_PART = 0.2;

/** Rounds without fewer wrong controls after which only one is changed in a round; see active-set.ts. */
export const PIVOT_TRIES = 3;

/**
 * Compliance of a closing row relative to that of its bodies without joints. It bounds impulses near singular poses.
 * Experiments: with 1e-9 up to 4 of 60 random loops gained energy, up to 4400 %; with 1e-5 none, but joints came apart
 * by 1.8 mm. Covered by test/physics/loops.test.ts.
 */
export const CLOSING_COMPLIANCE = 1e-6;

/**
 * A closing row whose pivot is below this many compliances is redundant but for rounding, and bears nothing. With 2 it
 * is often a real constraint between light and heavy bodies: a random loop gained 312 %. Covered by
 * test/physics/loops.test.ts (a door on two hinges).
 */
export const WEAK_PIVOT = 1.0001;

/**
 * Most work of the factor of the closing rows of an articulation, the sum of the squares of the lengths of its rows; a net with more is
 * left to the sweeps. 51 rows that all act on one tree have 45,526: against sweeps a step of such a net takes 7 times as long with 30
 * rows, 12 times with 51, 21 times with 78, 58 times with 150. Rows between bodies that no tree connects, such as the ropes of a bridge,
 * have a few entries each. Covered by test/solver/articulations/closing-rows.test.ts.
 */
export const MAX_CLOSING_WORK = 50000;

/** Most closing rows of an articulation, whatever their work: contacts of its links see all of them. */
export const MAX_CLOSING_ROWS = 96;

/**
 * The same where only rods and ropes close loops, and connect nothing (choose-joints.ts): a cloth of 12 × 12 knots on 264 rods takes
 * about 4 times as long as in sweeps, also with contacts; one of 16 × 16 on 480 rods 5 times, and with contacts 9 times. Covered by
 * test/physics/rod-nets.test.ts and test/solver/articulations/closing-rows.test.ts.
 */
export const MAX_LOOSE_ROWS = 300;
export const MAX_LOOSE_WORK = 250000;

/** Rows of a joint that can close a loop: two bodies have as many relative motions. `reflected` has room for these. */
export const MAX_JOINT_CLOSING_ROWS = 6;

// Bodies, islands, API.

/**
 * m, m/s, rad/s. A body whose position or velocity is beyond this counts as lost; squares of it still fit a
 * double. Noticed by test/api/lost-bodies.test.ts.
 */
export const LOST_BEYOND = 1e12;

/**
 * Steps. Fat boxes reach ahead by the motion of so many steps, so that a falling body does not update the
 * broadphase every step. Decides cost only, so no test of behaviour notices it; the boxes are part of the
 * state, so test/determinism/golden-hashes.test.ts does.
 */
export const STEPS_AHEAD = 2;

/**
 * Part of the longest side of a collider's box. Boxes are padded by no more than this, nor by more than `boxMargin`: decision 76 has
 * what it costs. Decides cost only, as above.
 */
export const BOX_PART = 0.1;

/**
 * Ratio. Principal moments closer than this to each other are equal: hull integration leaves such differences
 * in a cube. Not noticed by test/api/body-mass.test.ts: it passes with 0.5.
 */
export const EQUAL_MOMENTS = 1e-12;

/**
 * Colliders. The mass of a body with more of them waits until it is read (bodies/pending-mass.ts); with fewer a
 * new sum for each is cheap. Decides cost only. Covered by test/api/many-colliders.test.ts.
 */
export const MASS_AT_ONCE = 8;

/**
 * Part of the extent, at most the slop. A body also rests, however fast, while no point of it gets further than this from
 * where it was when its rest began: it shakes. Two boxes of 0.3 m that lean on each other and rock by 1.5 mm at 0.07 m/s
 * kept a heap of 1000 awake. No test notices 0; covered by test/physics/settling.test.ts.
 */
export const REST_SWAY = 0.02;

/**
 * Fraction of the sleep speed above which a body without contacts and joints is moving and stays awake.
 * Noticed by test/api/sleeping.test.ts.
 */
export const SLEEP_DRIFT = 0.01;

/**
 * Fraction of the sleep speed below which the coordinate of a spring or servo has come to rest, so that its
 * bodies may sleep. Noticed by test/api/sleeping.test.ts.
 */
export const SLEEP_SPRING = 0.02;

/**
 * s. In a shorter step nothing moves. The check is covered by test/api/bad-input.test.ts, the value is not.
 */
export const MIN_TIME_STEP = 1e-9;

/** s. A longer step simulates nothing useful. Noticed by test/api/bad-input.test.ts. */
export const MAX_TIME_STEP = 1;

/**
 * m. Out there the spacing of doubles is still below a micrometre. The check is covered by test/api/bad-
 * input.test.ts, the value is not.
 */
export const MAX_POSITION = 1e9;

/**
 * m/s or rad/s. Far above everything physical and far below what overflows when squared. The check is covered
 * by test/api/bad-input.test.ts, the value is not.
 */
export const MAX_SPEED = 1e9;

/**
 * 1. How far the square of a unit quaternion in a snapshot may be from 1 by rounding, with much to spare. The check is
 * covered by test/scenes/hostile-snapshots.test.ts, the value is not.
 */
export const QUATERNION_TOLERANCE = 1e-6;

/** kg. Lightest body. The check is covered by test/api/bad-input.test.ts, the value is not. */
export const MIN_MASS = 1e-9;

/** kg. Heaviest body. The check is covered by test/api/bad-input.test.ts, the value is not. */
export const MAX_MASS = 1e12;

/**
 * kg m². Smallest moment of inertia: a grain of a nanogram. The check is covered by test/api/bad-
 * input.test.ts, the value is not.
 */
export const MIN_MOMENT = 1e-24;

/**
 * kg m². Largest moment of inertia: a mountain. The check is covered by test/api/bad-input.test.ts, the value
 * is not.
 */
export const MAX_MOMENT = 1e24;

/**
 * Ratio of the largest to the smallest moment: a needle of 1:30,000. Beyond, rounding about the long axis
 * becomes speed about the short one. Noticed by test/api/bad-input.test.ts.
 */
export const MAX_MOMENT_RATIO = 1e9;

/**
 * 1/s for damping, 1 for the gravity scale. Larger values are mistakes. The check is covered by test/api/bad-
 * input.test.ts, the value is not.
 */
export const MAX_RATE = 1e6;

/**
 * kg/m³. Thinner than any gas, but its inverse mass does not overflow; 0 is massless. The check is covered by
 * test/api/bad-input.test.ts, the value is not.
 */
export const MIN_DENSITY = 1e-6;

/**
 * kg/m³. Larger values are mistakes. The check is covered by test/api/bad-input.test.ts, the value is not.
 */
export const MAX_DENSITY = 1e9;

/**
 * 1 for friction, m for rolling and twist resistance. Larger values are mistakes. The check is covered by
 * test/api/bad-input.test.ts, the value is not.
 */
export const MAX_COEFFICIENT = 1e6;

/** m. A smaller shape vanishes in the slop. Covered by test/api/bad-input.test.ts. */
export const MIN_SIZE = 1e-4;

/**
 * m. The rounding error of a larger shape shows. Also how far a place may be from the origin of its body.
 * Covered by test/api/bad-input.test.ts.
 */
export const MAX_SIZE = 1e5;

/**
 * Any unit. Larger numbers are mistakes, and products of a few of them would overflow. Covered by
 * test/api/bad-input.test.ts.
 */
export const MAX_NUMBER = 1e15;

/** Length below which a vector has no direction worth trusting. Covered by test/api/bad-input.test.ts. */
export const MIN_DIRECTION = 1e-9;

// Numbers of this part that stay in their place, because only it can understand them: DIAGONAL_NOISE and
// MAX_ITERATIONS (math/mat3.ts: Jacobi), DEPENDENT (math/solve-positive.ts), DEPENDENT and LOST_IN_ROUNDING
// (math/dense-factor.ts: pivots), STIFFEST (math/softness.ts: a quarter of the substep rate), VERTICAL and
// EXACT_REDUCTION_LIMIT (math/trigonometry.ts), VERSION (snapshot/bytes.ts), the bits of a handle (handles.ts),
// DEEPEST (scene-files/scene-values.ts: nesting of a definition), MOST_COORDINATES
// (inspect/read-coordinates.ts) and MOST_HITS (api/queries/query-hits.ts), both capacities, SHOWN_LETTERS and SHOWN_ITEMS
// (validate.ts: messages), LONGEST_NAME, TYPO and PART (meant-name.ts: messages), and the initial capacities INITIAL_*.
