// Exponentials and their kin that give the same bits on every machine, which the standard library's do not.
#pragma once

namespace cornerwise {

// Nothing but additions, multiplications and divisions of doubles, each rounded by itself (the build forbids fused
// ones); exact to a few units in the last place, so that a float made of them is nearly always the nearest one.
double exponential(double x);
double logarithm(double x);  // of a positive number
double hyperbolic_tangent(double x);
double power(double base, double exponent);  // of a base that is not negative

}  // namespace cornerwise
