/* What a processor can do: each generator and the flood in plain C, to measure ours against.

   Yardsticks, dense on purpose, no models of style. A cell is one byte inside a border of one
   cell, the stride is W = w + 2; open sides are E=1 S=2 W=4 N=8. Directions are 0=E 1=S 2=W 3=N.
   Work arrays come from the caller, at least as large as engine.py makes them; `m` is the maze.

   cc -O3 -march=native -shared -fPIC -o yardsticks.so yardsticks.c                              */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __AVX512BW__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;
typedef int32_t i32;

/* xoshiro256++, seeded by splitmix64 */
typedef struct { u64 a, b, c, d; } R;
static inline u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }
static inline u64 nx(R *s) {
  u64 r = rotl(s->a + s->d, 23) + s->a, t = s->b << 17;
  s->c ^= s->a; s->d ^= s->b; s->b ^= s->c; s->a ^= s->d; s->c ^= t; s->d = rotl(s->d, 45);
  return r;
}
static inline u64 sm(u64 *x) {
  u64 z = (*x += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
static inline R mk(u64 seed) { R r; r.a = sm(&seed); r.b = sm(&seed); r.c = sm(&seed); r.d = sm(&seed); return r; }
static inline u32 upto(R *g, u64 n) { return (u32)(((nx(g) >> 32) * n) >> 32); }

/* LUT[16 * mask + digit in 0..11] is one of the directions in the mask, each alike often */
static u8 LUT[16 * 16];
__attribute__((constructor)) static void init(void) {
  for (int k = 0; k < 16; k++) {
    int l[4], n = 0;
    for (int d = 0; d < 4; d++) if (k >> d & 1) l[n++] = d;
    for (int j = 0; j < 16; j++) LUT[k * 16 + j] = n && j < 12 ? l[j * n / 12] : 0;
  }
}
static void border(u8 *m, int w, int h, u8 v) {
  int W = w + 2;
  memset(m, 0, (size_t)W * (h + 2));
  memset(m, v, W); memset(m + (size_t)W * (h + 1), v, W);
  for (int r = 1; r <= h; r++) { m[(size_t)r * W] = v; m[(size_t)r * W + w + 1] = v; }
}
static void strip(u8 *m, int w, int h) { size_t n = (size_t)(w + 2) * (h + 2); for (size_t i = 0; i < n; i++) m[i] &= 15; }

#define SETUP int W = w + 2; R g = mk(seed); const i32 off[4] = {1, W, -1, -W}; (void)off; (void)g;
#define START (u32)(W + 1 + upto(&g, h) * (u32)W + upto(&g, w))
#define M60 ((1ull << 60) - 1)
/* a base-12 digit; a word serves twelve */
#define DIG(dg) do { if (!cnt) { x = nx(&g) >> 4; cnt = 12; } cnt--; x *= 12; dg = x >> 60; x &= M60; } while (0)

void recursive_backtracker(u8 *m, u32 *st, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP /* bit 7: unvisited */
  i32 LO[256]; u8 LB[256], LC[256];
  for (int i = 0; i < 256; i++) { LO[i] = off[LUT[i]]; LB[i] = 1 << LUT[i]; LC[i] = 1 << (LUT[i] ^ 2); }
  memset(m, 0, (size_t)W * (h + 2)); for (int r = 1; r <= h; r++) memset(m + (size_t)r * W + 1, 0x80, w);
  u64 x = 0; int cnt = 0; size_t p = 0; u32 e = START;
  m[e] = 0;
  for (;;) {
    u32 k = ((m[e + 1] >> 3) & 16) | ((m[e + W] >> 2) & 32) | ((m[e - 1] >> 1) & 64) | (m[e - W] & 128);
    if (!k) { if (!p) break; e = st[--p]; continue; }
    u32 dg; DIG(dg); u32 j = k + dg;
    st[p] = e; p += (k & (k - 1)) != 0; m[e] |= LB[j]; e += LO[j]; m[e] = LC[j];
  }
}

/* every cell begins as 0x80, unvisited; the border is 0 */
static void unvisited(u8 *m, int w, int h) { int W = w + 2; border(m, w, h, 0); for (int r = 1; r <= h; r++) memset(m + (size_t)r * W + 1, 0x80, w); }
#define FREE(e) (((m[e + 1] >> 3) & 16) | ((m[e + W] >> 2) & 32) | ((m[e - 1] >> 1) & 64) | (m[e - W] & 128))

/* what is hunted is the first unvisited cell, or the cell above the first visited one */
void hunt_and_kill(u8 *m, u32 *a, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  unvisited(m, w, h); u64 x = 0; int cnt = 0; u32 e = START;
  m[e] = 0; u32 mn = e, fu = W + 1; size_t left = (size_t)w * h - 1;
  for (;;) {
    for (;;) {
      u32 k = FREE(e); if (!k) break;
      u32 dg; DIG(dg); u32 d = LUT[k + dg];
      m[e] |= 1 << d; e += off[d]; m[e] = 1 << (d ^ 2); mn = e < mn ? e : mn; left--;
    }
    if (!left) break;
    if (mn > (u32)W + 1) e = mn > 2 * (u32)W ? mn - W : mn - 1;
    else { while (m[fu] != 0x80) fu++; e = fu; }
#define IN(q) ((m[q] & 15) != 0)
    u32 k = IN(e + 1) | IN(e + W) << 1 | IN(e - 1) << 2 | IN(e - W) << 3, dg; DIG(dg); u32 d = LUT[k * 16 + dg];
    m[e] = 1 << d; m[e + off[d]] |= 1 << (d ^ 2); mn = e < mn ? e : mn; left--;
  }
}

/* newest or random, half and half; the removed cell's place is taken by the last */
void growing_tree(u8 *m, u32 *L, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  unvisited(m, w, h); u32 len = 0, e = START;
  m[e] = 0; L[len++] = e;
  while (len) {
    u64 r = nx(&g); u32 i = (r & 1) ? len - 1 : (u32)(((r >> 32) * len) >> 32); e = L[i];
    u32 k = FREE(e);
    if (!k) { L[i] = L[--len]; continue; }
    u32 d = LUT[k + ((((r >> 1) & 0x7fffffffu) * 12) >> 31)];
    m[e] |= 1 << d; e += off[d]; m[e] = 1 << (d ^ 2); L[len++] = e;
  }
}

/* 0x80 virgin, 0 on the frontier, 0x20 in the maze */
#define ADD(n) do { u32 q_ = (n); u8 v_ = m[q_]; L[len] = q_; len += v_ >> 7; m[q_] = v_ & 0x7f; } while (0)
#define AROUND(e) ADD(e + 1); ADD(e + W); ADD(e - 1); ADD(e - W)
#define JOIN(e, digit) do { \
  u32 k_ = ((m[e + 1] >> 5) & 1) | ((m[e + W] >> 4) & 2) | ((m[e - 1] >> 3) & 4) | ((m[e - W] >> 2) & 8); \
  u32 d_ = LUT[k_ * 16 + (digit)]; m[e] = 0x20 | (1 << d_); m[e + off[d_]] |= 1 << (d_ ^ 2); } while (0)

void prim(u8 *m, u32 *L, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  unvisited(m, w, h); u32 len = 0, e = START;
  m[e] = 0x20; AROUND(e);
  while (len) {
    u64 r = nx(&g); u32 i = ((r >> 32) * len) >> 32; e = L[i]; L[i] = L[--len];
    JOIN(e, ((r & 0xffffffffu) * 12) >> 32); AROUND(e);
  }
  strip(m, w, h);
}
/* the same by rejection from a power of two, so that coming indices are known and fetched ahead */
void prim_ahead(u8 *m, u32 *L, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  unvisited(m, w, h); u32 len = 0, e = START;
  m[e] = 0x20; AROUND(e);
  u64 q[16]; u32 K = 3, t = 0; for (int i = 0; i < 16; i++) q[i] = nx(&g);
  while (len) {
    while (len > K) K = K * 2 + 1;
    while (len <= (K >> 1) && K > 1) K >>= 1;
    u64 r = q[t & 15]; q[t & 15] = nx(&g); t++;
    __builtin_prefetch(L + ((q[(t + 11) & 15] >> 32) & K));
    { u32 c = (q[(t + 5) & 15] >> 32) & K; c = L[c < len ? c : 0];
      __builtin_prefetch(m + c); __builtin_prefetch(m + c + W); __builtin_prefetch(m + c - W); }
    u32 i = (r >> 32) & K; if (i >= len) continue;
    e = L[i]; L[i] = L[--len];
    JOIN(e, ((r & 0xffffffffu) * 12) >> 32); AROUND(e);
  }
  strip(m, w, h);
}

/* a random frontier edge: 4 times its inner cell, plus the direction */
void simple_prim(u8 *m, u32 *L, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  border(m, w, h, 0x80); u32 len = 0, e = START;
  m[e] = 0x40;
#define EDGES(e) for (u32 d_ = 0; d_ < 4; d_++) { L[len] = 4 * (e) + d_; len += m[(e) + off[d_]] == 0; }
  EDGES(e)
  while (len) {
    u32 i = upto(&g, len), f = L[i]; L[i] = L[--len];
    u32 d = f & 3, s = f >> 2; e = s + off[d];
    if (m[e]) continue;
    m[s] |= 1 << d; m[e] = 0x40 | (1 << (d ^ 2)); EDGES(e)
  }
  strip(m, w, h);
}

static inline u32 fnd(i32 *P, u32 x) { while ((u32)P[x] != x) { P[x] = P[P[x]]; x = P[x]; } return x; }
#define AHEAD(E, i) do { u32 q_ = E[i + 24]; __builtin_prefetch(P + (q_ >> 1), 1); __builtin_prefetch(P + (q_ >> 1) + (q_ & 1 ? W : 0), 1); \
  u32 r_ = E[i + 12]; __builtin_prefetch(P + P[r_ >> 1], 1); __builtin_prefetch(m + (E[i + 8] >> 1), 1); } while (0)
#define BUCKET(b) do { if (!c4) { x = nx(&g); c4 = 5; } c4--; b = x & (B - 1); x >>= 12; } while (0)
static size_t buckets(size_t N) { int l = 0; while ((N * 2 >> l) > 16384) l++; return (size_t)1 << (l > 12 ? 12 : l); }
static void fisher_yates(u32 *F, size_t l, R *g) { for (size_t i = l; i > 1; i--) { u32 j = upto(g, i), t = F[i - 1]; F[i - 1] = F[j]; F[j] = t; } }

/* a bucketed shuffle, exactly uniform, then union-find with its cells fetched ahead */
void kruskal(u8 *m, u32 *E, u32 *b_, i32 *P, int w, int h, u64 seed) { SETUP
  border(m, w, h, 0); size_t N = (size_t)w * h, B = buckets(N), n = 0;
  u32 *cn = calloc(B + 1, 4), *ps = malloc(B * 4); R g0 = g; u64 x = 0; int c4 = 0;
  for (int r = 1; r <= h; r++) for (int c = 1; c <= w; c++) { u32 e = r * W + c, b; P[e] = e; if (c < w) { BUCKET(b); cn[b + 1]++; n++; } if (r < h) { BUCKET(b); cn[b + 1]++; n++; } }
  for (size_t b = 0; b < B; b++) cn[b + 1] += cn[b];
  memcpy(ps, cn, B * 4); g = g0; c4 = 0;
  for (int r = 1; r <= h; r++) for (int c = 1; c <= w; c++) { u32 e = r * W + c, b; if (c < w) { BUCKET(b); E[ps[b]++] = e * 2; } if (r < h) { BUCKET(b); E[ps[b]++] = e * 2 + 1; } }
  nx(&g);
  for (size_t b = 0; b < B; b++) fisher_yates(E + cn[b], cn[b + 1] - cn[b], &g);
  free(cn); free(ps);
  size_t left = N - 1; for (int i = 0; i < 64; i++) E[n + i] = E[n - 1];
  for (size_t i = 0; left; i++) {
    AHEAD(E, i);
    u32 e = E[i] >> 1, s = E[i] & 1, f = e + (s ? W : 1), a = fnd(P, e), b = fnd(P, f);
    if (a != b) { if (a < b) P[b] = a; else P[a] = b; m[e] |= 1 << s; m[f] |= 4 << s; left--; }
  }
}

/* Three classes of weights. The light edges are so few that their clusters are small: they are
   joined in the order of memory, and only clusters with a cycle once more in random order; the
   middle ones are shuffled; of the heavy ones only those are shuffled that still join anything.
   A byte: 1 E open, 2 S open, 4 E light, 8 S light, 16 E heavy, 32 S heavy, 64 cluster has a cycle. */
static inline void join_all(u8 *m, i32 *P, const u32 *E, size_t n, int W) {
  for (size_t i = 0; i < n; i++) {
    AHEAD(E, i);
    u32 e = E[i] >> 1, s = E[i] & 1, f = e + (s ? W : 1), a = fnd(P, e), b = fnd(P, f);
    if (a != b) { if (a < b) P[b] = a; else P[a] = b; m[e] |= 1 << s; }
  }
}
#define TAIL(E, n) for (int i_ = 0; i_ < 64; i_++) E[n + i_] = n ? E[n - 1] : 0
#define CELLS for (int r = 1; r <= h; r++) for (int c = 1; c <= w; c++)
void kruskal_classes(u8 *m, u32 *E, u32 *b_, i32 *P, int w, int h, u64 seed) { SETUP
  const u32 p1 = 77, p2 = 166; /* of 256: where light ends and heavy begins */
  border(m, w, h, 0); size_t N = (size_t)w * h, nM = 0, B = buckets(N), nG = 0, nH = 0;
  u64 x = 0; int c8 = 0;
#define BYTE(b) do { if (!c8) { x = nx(&g); c8 = 8; } c8--; b = x & 255; x >>= 8; } while (0)
  CELLS { u32 e = r * W + c, b; P[e] = e; u8 v = 0;
    if (c < w) { BYTE(b); u32 l = b < p1, H = b >= p2; v |= (l << 2) | (H << 4); nM += !(l | H); }
    if (r < h) { BYTE(b); u32 l = b < p1, H = b >= p2; v |= (l << 3) | (H << 5); nM += !(l | H); }
    m[e] = v;
    if (m[e - 1] & 4) { u32 a = fnd(P, e - 1); if (a < e) P[e] = a; }
    if (m[e - W] & 8) { u32 a = fnd(P, e), q = fnd(P, e - W);
      if (a != q) { if (a < q) { P[q] = a; m[a] |= m[q] & 64; } else { P[a] = q; m[q] |= m[a] & 64; } } else m[a] |= 64; } }
  CELLS { u32 e = r * W + c; P[e] = P[P[e]]; }
  CELLS { u32 e = r * W + c, p = P[e]; u8 v = m[e];
    if (m[p] & 64) { P[e] = e; if (v & 4) E[nG++] = 2 * e; if (v & 8) E[nG++] = 2 * e + 1; } else m[e] = v | ((v >> 2) & 3); }
  fisher_yates(E, nG, &g); TAIL(E, nG); join_all(m, P, E, nG, W);
  u32 *cn = calloc(B + 1, 4), *ps = malloc(B * 4); R g0 = g; int c4 = 0;
  for (size_t i = 0; i < nM; i++) { u32 b; BUCKET(b); cn[b + 1]++; }
  for (size_t b = 0; b < B; b++) cn[b + 1] += cn[b];
  memcpy(ps, cn, B * 4); g = g0; c4 = 0;
  CELLS { u32 e = r * W + c, b; u8 v = m[e]; if (c < w && !(v & 20)) { BUCKET(b); E[ps[b]++] = 2 * e; } if (r < h && !(v & 40)) { BUCKET(b); E[ps[b]++] = 2 * e + 1; } }
  nx(&g);
  for (size_t b = 0; b < B; b++) fisher_yates(E + cn[b], cn[b + 1] - cn[b], &g);
  free(cn); free(ps); TAIL(E, nM); join_all(m, P, E, nM, W);
  CELLS { u32 e = r * W + c; P[e] = P[P[e]]; }
  CELLS { u32 e = r * W + c; u8 v = m[e]; E[nH] = 2 * e; nH += (v >> 4) & (P[e] != P[e + 1]) & 1; E[nH] = 2 * e + 1; nH += (v >> 5) & (P[e] != P[e + W]) & 1; }
  fisher_yates(E, nH, &g); TAIL(E, nH); join_all(m, P, E, nH, W);
  for (int r = h; r >= 1; r--) { u8 *o = m + (size_t)r * W + 1, *u = o - W;
    for (int c = w - 1; c > 0; c--) o[c] = (o[c] & 3) | ((u[c] & 2) << 2) | ((o[c - 1] & 1) << 2);
    o[0] = (o[0] & 3) | ((u[0] & 2) << 2); }
}

/* bits 0-3 passages, 4-5 the last exit, 6 in the maze, 7 border */
void wilson(u8 *m, u32 *a, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  border(m, w, h, 0x80); m[(u32)((h + 1) / 2) * W + (w + 1) / 2] = 0x40; u64 x = 0; int cnt = 0;
  CELLS { u32 e0 = r * W + c, e = e0; if (m[e0] & 0x40) continue;
    for (;;) { if (!cnt) { x = nx(&g); cnt = 32; } u32 d = x & 3; x >>= 2; cnt--; u32 n = e + off[d]; u8 t = m[n];
      if (t & 0xC0) { if (t & 0x80) continue; m[e] = d << 4; break; }
      m[e] = d << 4; e = n; }
    e = e0; u8 in = 0;
    while (!(m[e] & 0x40)) { u32 d = (m[e] >> 4) & 3; m[e] = 0x40 | (1 << d) | in; in = 1 << (d ^ 2); e += off[d]; }
    m[e] |= in; }
  strip(m, w, h);
}
/* the same on the (w+1) x (h+1) corners, the rim being the root, and then the dual of it */
void wilson_walls(u8 *m, u32 *a, u32 *b_, i32 *P, int w, int h, u64 seed) { R g = mk(seed); u8 *D = (u8 *)a;
  int V = w + 1; const i32 off[4] = {1, V, -1, -V};
  memset(D, 0, (size_t)V * (h + 1)); memset(D, 0x40, V); memset(D + (size_t)V * h, 0x40, V);
  for (int r = 1; r < h; r++) { D[(size_t)r * V] = 0x40; D[(size_t)r * V + w] = 0x40; }
  u64 x = 0; int cnt = 0;
  for (int r = 1; r < h; r++) for (int c = 1; c < w; c++) { u32 e0 = r * V + c, e = e0; if (D[e0] & 0x40) continue;
    for (;;) { if (!cnt) { x = nx(&g); cnt = 32; } u32 d = x & 3; x >>= 2; cnt--; D[e] = 1 << d; e += off[d]; if (D[e] & 0x40) break; }
    u8 t; e = e0; while (!((t = D[e]) & 0x40)) { D[e] = t | 0x40; e += off[__builtin_ctz(t)]; } }
  int W = w + 2; border(m, w, h, 0);
  for (int r = 0; r < h; r++) { u8 *o = m + (size_t)(r + 1) * W + 1, *q = D + (size_t)r * V, *b = D + (size_t)(r + 1) * V, *op = o - W;
    for (int c = 0; c < w; c++) { u8 eo = !((q[c + 1] & 2) | (b[c + 1] & 8)), so = !((b[c] & 1) | (b[c + 1] & 4)); if (c == w - 1) eo = 0; if (r == h - 1) so = 0; o[c] = eo | (so << 1); }
    if (r) for (int c = 0; c < w; c++) o[c] |= (op[c] & 2) << 2;
    for (int c = w - 1; c > 0; c--) o[c] |= (o[c - 1] & 1) << 2; }
}

void aldous_broder(u8 *m, u32 *a, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  border(m, w, h, 0x80); u32 e = START; m[e] = 0x40; u64 x = 0; int cnt = 0; size_t left = (size_t)w * h - 1;
  while (left) { if (!cnt) { x = nx(&g); cnt = 32; } u32 d = x & 3; x >>= 2; cnt--; u32 n = e + off[d]; u8 t = m[n];
    if (t & 0x80) continue;
    if (t == 0) { m[e] |= 1 << d; m[n] = 1 << (d ^ 2); left--; }
    e = n; }
  strip(m, w, h);
}

/* sets as circular lists L and Q */
#define SPLICE(c) do { i32 a_ = Q[c], b_ = L[c + 1]; Q[b_] = a_; L[a_] = b_; Q[c] = c + 1; L[c + 1] = c; o[c] |= 1; o[c + 1] |= 4; } while (0)
void eller(u8 *m, u32 *a, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP i32 *L = (i32 *)a, *Q = (i32 *)b;
  border(m, w, h, 0); for (int c = 0; c < w; c++) L[c] = Q[c] = c; u64 x = 0; int cnt = 0;
  for (int r = 0; r < h - 1; r++) { u8 *o = m + (size_t)(r + 1) * W + 1;
    for (int c = 0; c < w; c++) { if (!cnt) { x = nx(&g); cnt = 32; } cnt--;
      if (c < w - 1 && (x & 1) && Q[c] != c + 1) SPLICE(c);
      if ((x & 2) && Q[c] != c) { i32 y = L[c], z = Q[c]; Q[y] = z; L[z] = y; L[c] = Q[c] = c; } else { o[c] |= 2; o[c + W] |= 8; }
      x >>= 2; } }
  u8 *o = m + (size_t)h * W + 1;
  for (int c = 0; c < w - 1; c++) if (Q[c] != c + 1) SPLICE(c);
}

/* a set bit opens east, else south: the mirror image of north or west */
void binary_tree(u8 *m, u32 *a, u32 *b_, i32 *P, int w, int h, u64 seed) { SETUP
  border(m, w, h, 0);
#ifdef __AVX512BW__
  __m512i one = _mm512_set1_epi8(1), two = _mm512_set1_epi8(2), four = _mm512_set1_epi8(4), eight = _mm512_set1_epi8(8);
  for (int r = 1; r <= h; r++) { u8 *o = m + (size_t)r * W + 1, *up = o - W;
    for (int c = 0; c < w; c += 64) { u64 x = nx(&g); if (r == h) x = ~0ull; int l = w - c < 64 ? w - c : 64; if (c + l == w) x &= ~(1ull << (l - 1));
      u64 k = l == 64 ? ~0ull : (1ull << l) - 1, E = x & k, S = r == h ? 0 : ~x & k, w1 = (E << 1) | (c ? (u64)(o[c - 1] & 1) : 0);
      __m512i v = _mm512_or_si512(_mm512_maskz_mov_epi8(E, one), _mm512_or_si512(_mm512_maskz_mov_epi8(S, two), _mm512_maskz_mov_epi8(w1 & k, four)));
      if (r > 1) { __m512i u = _mm512_maskz_loadu_epi8(k, up + c); v = _mm512_or_si512(v, _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(u, two), eight)); }
      _mm512_mask_storeu_epi8(o + c, k, v); } }
#else
  u64 x = 0; int cnt = 0;
  CELLS { u8 *o = m + (size_t)r * W + c; if (!cnt) { x = nx(&g); cnt = 64; } cnt--; u32 b = x & 1; x >>= 1; if (r == h) b = 1; if (c == w) b = 0; u32 s = (r < h) & (b ^ 1);
    o[0] |= b | (s << 1); o[1] |= b << 2; o[W] |= s << 3; }
#endif
}

void sidewinder(u8 *m, u32 *a, u32 *b, i32 *P, int w, int h, u64 seed) { SETUP
  border(m, w, h, 0); { u8 *o = m + W + 1; for (int c = 0; c < w; c++) o[c] = (c < w - 1) | ((c > 0) << 2); }
  for (int r = 2; r <= h; r++) { u8 *o = m + (size_t)r * W + 1; int st = 0; u64 pb = 0;
    for (int c = 0; c < w; c += 64) { u64 x = nx(&g); int l = w - c < 64 ? w - c : 64; u64 k = l == 64 ? ~0ull : (1ull << l) - 1; if (c + l == w) x &= ~(1ull << (l - 1)); x &= k;
      u64 w1 = (x << 1) | pb; pb = x >> 63;
#ifdef __AVX512BW__
      __m512i v = _mm512_or_si512(_mm512_maskz_mov_epi8(x, _mm512_set1_epi8(1)), _mm512_maskz_mov_epi8(w1 & k, _mm512_set1_epi8(4)));
      _mm512_mask_storeu_epi8(o + c, k, _mm512_or_si512(v, _mm512_maskz_loadu_epi8(k, o + c)));
#else
      for (int j = 0; j < l; j++) o[c + j] |= (x >> j & 1) | (w1 >> j & 1) << 2;
#endif
      u64 z = ~x & k, rr = 0; int rc = 0;
      while (z) { int t = __builtin_ctzll(z); z &= z - 1; u32 L = c + t - st + 1; if (!rc) { rr = nx(&g); rc = 2; } rc--; int j = st + (int)(((rr & 0xffffffffu) * (u64)L) >> 32); rr >>= 32; o[j] |= 8; o[j - W] |= 2; st = c + t + 1; } } }
}

typedef struct { i32 x, y, w, h; } Room;
/* the wall cuts the height with the chance h / (w + h) */
void recursive_division(u8 *m, u32 *a, u32 *b_, i32 *P, int w, int h, u64 seed) { SETUP Room *st = (Room *)a;
  border(m, w, h, 0);
  for (int r = 1; r <= h; r++) { u8 *o = m + (size_t)r * W + 1; memset(o, 5 | (r > 1 ? 8 : 0) | (r < h ? 2 : 0), w); o[0] &= ~4; o[w - 1] &= ~1; }
  int p = 0; st[p++] = (Room){0, 0, w, h};
  while (p) { Room q = st[--p]; if (q.w < 2 || q.h < 2) continue;
    int hor = upto(&g, q.w + q.h) < (u32)q.h; u64 r = nx(&g); u64 r1 = r >> 32, r2 = r & 0xffffffffu;
    if (hor) { int y = (int)((r1 * (q.h - 1)) >> 32), gx = (int)((r2 * q.w) >> 32); u8 *o = m + (size_t)(q.y + y + 1) * W + 1 + q.x, *b = o + W, s1 = o[gx], s2 = b[gx];
      for (int i = 0; i < q.w; i++) o[i] &= ~2;
      for (int i = 0; i < q.w; i++) b[i] &= ~8;
      o[gx] = s1; b[gx] = s2; st[p++] = (Room){q.x, q.y, q.w, y + 1}; st[p++] = (Room){q.x, q.y + y + 1, q.w, q.h - y - 1}; }
    else { int X = (int)((r1 * (q.w - 1)) >> 32), gy = (int)((r2 * q.h) >> 32); u8 *o = m + (size_t)(q.y + 1) * W + 1 + q.x + X, s1 = o[(size_t)gy * W], s2 = o[(size_t)gy * W + 1];
      for (int i = 0; i < q.h; i++) { o[(size_t)i * W] &= ~1; o[(size_t)i * W + 1] &= ~4; }
      o[(size_t)gy * W] = s1; o[(size_t)gy * W + 1] = s2; st[p++] = (Room){q.x, q.y, X + 1, q.h}; st[p++] = (Room){q.x + X + 1, q.y, q.w - X - 1, q.h}; } }
}

/* breadth-first: neighbours are written behind the tail always and counted if they are new */
u64 flood(const u8 *m, i32 *D, u32 *q, int w, int h, u32 src) { int W = w + 2;
  memset(D, 0xff, (size_t)W * (h + 2) * 4); u32 hd = 0, tl = 0; q[tl++] = src; D[src] = 0;
  while (hd < tl) { u32 e = q[hd++]; i32 d = D[e] + 1; u8 c = m[e];
#define TRY(n, b) do { u32 v = (n); i32 dv = D[v]; u32 t = ((c & b) != 0) & (dv < 0); D[v] = t ? d : dv; q[tl] = v; tl += t; } while (0)
    TRY(e - W, 8); TRY(e + 1, 1); TRY(e - 1, 4); TRY(e + W, 2); }
  return tl;
}

/* The same by a short queue of cell, distance (<< 31) and side of arrival (<< 62); eats a copy of m. */
u64 flood_ahead(const u8 *m, i32 *D, u64 *q, u8 *o, int w, int h, u32 src) { u64 W = w + 2, A[64] = {0}, L = (1ull << 31) - 1;
  const u64 to[4] = {-W, 1, -1, W}, bit[4] = {8, 1, 4, 2}; const int back[4] = {1, 2, 0, 3};
  for (int k = 0; k < 16; k++) for (int i = 0, n = 0; i < 4; i++) if (k & bit[i]) A[4 * k + n++] = to[i] + (1ull << 31) + ((u64)back[i] << 62);
  memset(D, 0xff, W * (h + 2) * 4); memcpy(o, m, W * (h + 2)); u64 hd = 0, tl = 0;
#define PUSH do { for (int i = 0; i < 4; i++) q[tl + i] = e + A[4 * k + i]; tl += __builtin_popcountll(k); } while (0)
  { u64 e = src, k = m[e]; o[e] = 0; D[e] = 0; PUSH; }
  while (hd < tl) { u64 e = q[hd++], c = e & L, k = o[c]; o[c] = 0;
    __builtin_prefetch(o + c - W); __builtin_prefetch(o + c + W); __builtin_prefetch(D + c - W); __builtin_prefetch(D + c + W);
    D[k ? c : 0] = e >> 31 & L; k &= ~(1ull << (e >> 62)); e &= (1ull << 62) - 1; PUSH;
    if (tl > (1 << 16)) { for (u64 i = hd; i < tl; i++) q[i - hd] = q[i]; tl -= hd; hd = 0; } }
  D[0] = -1; return tl;
}

/* Count the passages; 0 if the two sides of one disagree. */
u64 passages(const u8 *m, int w, int h) { int W = w + 2; u64 n = 0;
  CELLS { const u8 *o = m + (size_t)r * W + c; n += (o[0] & 1) + (o[0] >> 1 & 1); if ((o[0] & 1) != (o[1] >> 2 & 1) || (o[0] >> 1 & 1) != (o[W] >> 3 & 1)) return 0; }
  return n;
}
