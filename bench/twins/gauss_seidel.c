/* Values of a cyclic game with chance, as one writes it by hand: through the positions of each component
   again and again, until nothing changes by more than 1e-13. No bound is proven.

   gauss_seidel FILE: columns as bench/cycle_columns.py leaves them; prints seconds of CPU time and the start's value. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHANCE -1

static void *column(FILE *file, int64_t *bytes) {
    if (fread(bytes, 8, 1, file) != 1)
        exit(1);
    void *read = malloc(*bytes + 8);
    if (fread(read, 1, *bytes, file) != (size_t)*bytes)
        exit(1);
    return read;
}

int main(int count, char **words) {
    FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
    if (!file)
        return 1;
    int64_t bytes, parts;
    int64_t *first = column(file, &bytes);
    int32_t *targets = column(file, &bytes);
    double *weights = column(file, &bytes);
    int8_t *turns = column(file, &bytes);
    double *values = column(file, &bytes);
    int32_t *order = column(file, &bytes);
    int32_t *starts = column(file, &parts);
    parts = parts / 4 - 1;
    clock_t began = clock();
    int64_t sweeps = 0;
    for (int64_t part = 0; part < parts; part++) {
        double change = 1;
        while (change > 1e-13) {
            change = 0;
            sweeps++;
            for (int32_t k = starts[part]; k < starts[part + 1]; k++) {
                int32_t i = order[k];
                int8_t who = turns[i];
                if (first[i] == first[i + 1])
                    continue;
                double value = who == 0 ? -INFINITY : who == 1 ? INFINITY : 0, total = 0;
                for (int64_t edge = first[i]; edge < first[i + 1]; edge++) {
                    double there = values[targets[edge]];
                    if (who == CHANCE) {
                        value += weights[edge] * there;
                        total += weights[edge];
                    } else if (who == 0 ? there > value : there < value)
                        value = there;
                }
                if (who == CHANCE)
                    value /= total;
                double step = fabs(value - values[i]);
                change = step > change ? step : change;
                values[i] = value;
            }
            if (starts[part + 1] - starts[part] == 1)
                break;
        }
    }
    printf("{\"seconds\": %.6f, \"value\": %.17g, \"sweeps\": %lld}\n", (double)(clock() - began) / CLOCKS_PER_SEC,
           values[0], (long long)sweeps);
    return 0;
}
